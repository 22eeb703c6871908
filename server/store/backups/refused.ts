import { StoreError } from '#server/store/port.ts'

/** The backup could not be created or restored. The message tells the operator why. */
export class BackupRefused extends StoreError {}
