import { storeContract } from '../contracts/store-contract.ts';
import { openStore } from './open-store.ts';

storeContract('postgres', (options) => openStore(options));
storeContract('postgres, always merging', (options) => openStore({ segmentsMax: 1, ...options }));
