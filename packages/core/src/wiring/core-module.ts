import { ContainerModule } from 'inversify';
import { waking } from '../app/duty/waking.js';
import { madeBy } from '../kernel/token.js';
import { Entropy, exactly } from '../ports/entropy.js';
import { Pacer } from '../ports/whole-pacer.js';
import { Storage } from '../storage/whole-storage.js';
import { givenPorts, type Ports } from './ports.js';
import { RECIPES } from './recipes.js';

/** Every use case and duty. Load it beside modules that bind the ports, such as {@link portsModule}. */
export const coreModule: ContainerModule = new ContainerModule(({ bind, onActivation }) => {
  onActivation<Storage>(Storage, (context, storage) => waking(storage, context.get(Pacer)));
  onActivation<Entropy>(Entropy, (_context, entropy) => exactly(entropy));
  for (const make of RECIPES)
    bind(make.service)
      .toDynamicValue((context) =>
        madeBy(make, (one) =>
          typeof one === 'symbol'
            ? context.get(one)
            : context.get(one.optional, { optional: true }),
        ),
      )
      .inSingletonScope();
});

/** Binds ports to their tokens; a host may bind others of them itself. */
export const portsModule = (ports: Partial<Ports>): ContainerModule =>
  new ContainerModule(({ bind }) => {
    for (const [token, port] of givenPorts(ports)) bind(token).toConstantValue(port);
  });
