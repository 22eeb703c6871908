const NAMES: Readonly<Record<string, string>> = {
  title: 'Title',
  summary: 'In short',
  description: 'Description',
  startsAt: 'Starts',
  endsAt: 'Ends',
  allDay: 'Lasts whole days',
  timeZone: 'Time zone',
  format: 'How people take part',
  joinUrl: 'Link to join',
  cover: 'Cover picture',
  visibility: 'Who may know of it',
  capacity: 'Seats',
  guestsMax: 'Guests each',
  rsvpDeadline: 'Answers until',
  hosts: 'Hosts',
  tags: 'Tags',
  'venue.name': 'Name of the place',
  'venue.address': 'Address',
}

/** What people call the field at this path. */
export const fieldName = (path: string) => NAMES[path] ?? path

/** What stands in it, as far as it fits beside a choice. */
export function fieldValue(path: string, value: unknown) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (path === 'cover') return value ? 'A picture' : 'None'
  if (path === 'hosts') return `${(value as string[]).length} people`
  if (Array.isArray(value)) return value.join(' · ')
  if (typeof value === 'object' && value) return Object.values(value).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) || 'Nothing' : 'Nothing'
}
