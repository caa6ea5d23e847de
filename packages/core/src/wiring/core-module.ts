import { ContainerModule } from 'inversify';
import { RECIPES } from './recipes.js';

/** Every use case and duty. Load it beside modules that bind the ports. */
export const coreModule: ContainerModule = new ContainerModule(({ bind }) => {
  for (const { service, make, dependencies } of RECIPES)
    bind(service)
      .toResolvedValue(make, [...dependencies])
      .inSingletonScope();
});
