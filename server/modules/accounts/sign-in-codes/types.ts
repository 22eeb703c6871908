/** A code that is to be emailed. */
export interface RequestedCode {
  /** Id of the code's document. */
  id: string
  email: string
  /** Tag of the language in which it was requested. */
  language: string
  /** Epoch milliseconds. */
  at: number
}
