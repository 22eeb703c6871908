export interface StoreLog {
  warn(facts: object, message: string): void
  info(facts: object, message: string): void
}

export const SILENT: StoreLog = { warn: () => {}, info: () => {} }
