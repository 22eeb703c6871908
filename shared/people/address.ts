/** The address of the specification, section 3. Imports nothing, so that the browser can import it. */
export interface Address {
  address_line1?: string
  address_line2?: string
  city?: string
  state?: string
  postal_code?: string
  /** ISO 3166-1 alpha-2. */
  country_code?: string
}

/** The six fields in the order of the specification, as one line without empty parts. */
export function formatAddress(address: Address): string {
  return [
    address.address_line1,
    address.address_line2,
    address.city,
    address.state,
    address.postal_code,
    address.country_code,
  ]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(', ')
}
