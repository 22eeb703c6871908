import { deviceStorage } from '#client/lib/storage/storage.ts'

const KEY = 'agreed-version'

/** Until the account is verified, only this device knows the owner's agreement. */
export const rememberAgreement = (version: number) => deviceStorage.write(KEY, String(version))

/** The version that a person agreed to on this device while creating an account. */
export const rememberedAgreement = () => Number(deviceStorage.read(KEY) ?? Number.NaN)
