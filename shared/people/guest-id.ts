const PREFIX = 'guest:'

/** Ids of guests without an account, who have RSVPs like members. Those of members come from the identity provider. */
export const isGuestId = (id: string) => id.startsWith(PREFIX)

export const guestIdOf = (hash: string) => `${PREFIX}${hash}`
