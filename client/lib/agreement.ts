import { deviceStorage } from './storage.ts'

const KEY = 'agreed-version'

/** Until the account is verified, nobody but this device knows what its owner agreed to. */
export const rememberAgreement = (version: number) => deviceStorage.write(KEY, String(version))

/** The version that someone agreed to here while creating an account. */
export const rememberedAgreement = () => Number(deviceStorage.read(KEY) ?? Number.NaN)
