import { VISIBILITIES, type Visibility, type VisibleField } from '#shared/profile.ts'

const AUDIENCES: Record<Visibility, string> = {
  public: 'Everyone, visitors too',
  members: 'Members',
  connections: 'My connections',
  me: 'Only me',
}

export const AUDIENCE_OPTIONS = VISIBILITIES.map((value) => ({ value, label: AUDIENCES[value] }))

/** What people call the fields whose audience they choose. */
export const FIELD_NAMES: Record<VisibleField, string> = {
  photo: 'Photo',
  headline: 'Headline',
  company: 'Company',
  industry: 'Industry',
  address: 'Address',
  timeZone: 'Time zone',
  bio: 'About you',
  goals: 'Goals',
  asks: 'Asks',
  offers: 'Offers',
  keywords: 'Keywords',
  links: 'Links',
  phone: 'Phone',
  email: 'Email',
}
