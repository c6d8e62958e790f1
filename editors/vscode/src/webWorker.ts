import { beWorker } from '../../../web/src/worker';

beWorker();
