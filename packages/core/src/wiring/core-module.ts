import { ContainerModule } from 'inversify';
import { givenPorts, type Ports } from './ports.js';
import type { Dependency } from './recipe.js';
import { RECIPES } from './recipes.js';

const injected = (dependency: Dependency<unknown>) =>
  typeof dependency === 'symbol'
    ? dependency
    : ({ serviceIdentifier: dependency.optional, optional: true } as const);

/** Every use case and duty. Load it beside modules that bind the ports, such as {@link portsModule}. */
export const coreModule: ContainerModule = new ContainerModule(({ bind }) => {
  for (const { service, make, dependencies } of RECIPES)
    bind(service).toResolvedValue(make, dependencies.map(injected)).inSingletonScope();
});

/** Binds ports to their tokens; a host may bind others of them itself. */
export const portsModule = (ports: Partial<Ports>): ContainerModule =>
  new ContainerModule(({ bind }) => {
    for (const [token, port] of givenPorts(ports)) bind(token).toConstantValue(port);
  });
