import { beWorker } from '../src/worker';

beWorker();
