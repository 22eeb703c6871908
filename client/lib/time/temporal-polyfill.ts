import { install } from 'temporal-polyfill/shim'

install()

/** The address of this script, for workers. */
export const address = import.meta.url
