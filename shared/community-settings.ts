import { Type, type Static } from 'typebox'

import { DOMAIN_PATTERN, JOIN_ACCESS, JOIN_POLICIES, MAX_DOMAINS } from './joining.ts'

/** Who can become a member. */
export const JoiningSchema = Type.Object(
  {
    /** Whether an admin approves each new member. Invited people need no approval. */
    policy: Type.Enum([...JOIN_POLICIES]),
    /** Who can sign up: anyone, people with an address at one of the domains, or invited people only. */
    access: Type.Enum([...JOIN_ACCESS]),
    /** In lower case, without what comes before them in an address. */
    domains: Type.Array(
      Type.String({
        pattern: DOMAIN_PATTERN,
        maxLength: 253,
        explain: 'Enter a domain, like example.org.',
        examples: ['example.org'],
      }),
      { maxItems: MAX_DOMAINS, uniqueItems: true },
    ),
  },
  { additionalProperties: false },
)
export type Joining = Static<typeof JoiningSchema>

/** The sections of the settings: each is stored, versioned and changed on its own. */
interface Sections {
  joining: Joining
}
export type SettingsSection = keyof Sections
export type SettingsOf<S extends SettingsSection> = Sections[S]

export const DEFAULT_SETTINGS: Sections = {
  joining: { policy: 'open', access: 'anyone', domains: [] },
}

/** A section with the version that its next change is based on: 0 while nothing was changed yet. */
export const JoiningSettingsSchema = Type.Object({
  version: Type.Integer(),
  value: JoiningSchema,
})
export type JoiningSettings = Static<typeof JoiningSettingsSchema>
