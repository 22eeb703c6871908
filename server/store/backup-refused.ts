import { StoreError } from './port.ts'

/** There is no backup, or it is not restored. The message says why, for the operator. */
export class BackupRefused extends StoreError {}
