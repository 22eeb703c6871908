interface Place {
  /** The first match wins. */
  at: RegExp
  pages: readonly string[]
}

const PLACES: readonly Place[] = [
  { at: /^\/events\?create/, pages: ['organisers/create', 'organisers/questions', 'organisers/series'] },
  { at: /^\/events\?import/, pages: ['organisers/import', 'organisers/create'] },
  { at: /^\/event\/.*manage=check-in/, pages: ['organisers/check-in'] },
  { at: /^\/event\/.*manage=roster/, pages: ['organisers/seats', 'organisers/desk', 'organisers/check-in'] },
  { at: /^\/event\/.*manage=tables/, pages: ['organisers/tables', 'organisers/check-in'] },
  { at: /^\/event\/.*manage=invit/, pages: ['organisers/joining'] },
  { at: /^\/event\/.*manage=recap/, pages: ['organisers/recap'] },
  { at: /^\/event\/.*manage=announce/, pages: ['organisers/announce'] },
  { at: /^\/event\/.*manage=(duplicate|dates)/, pages: ['organisers/series'] },
  { at: /^\/event\/.*manage=edit/, pages: ['organisers/change', 'organisers/questions'] },
  {
    at: /^\/event\//,
    pages: ['members/rsvp', 'members/series', 'members/waitlist', 'members/discussion', 'members/feedback'],
  },
  { at: /^\/events\?figures/, pages: ['organisers/desk'] },
  { at: /^\/events\b/, pages: ['members/rsvp', 'members/waitlist', 'members/calendar', 'members/check-in'] },
  { at: /^\/connections\//, pages: ['members/introduce', 'members/plan-meeting', 'members/block'] },
  { at: /^\/connections/, pages: ['members/find-people', 'members/connect', 'members/ask'] },
  {
    at: /^\/create-growth-meeting\?meeting/,
    pages: ['members/answer-meeting', 'members/after-meeting'],
  },
  { at: /^\/create-growth-meeting/, pages: ['members/plan-meeting', 'members/answer-meeting'] },
  { at: /^\/profile\?settings=notifications/, pages: ['members/notifications'] },
  { at: /^\/profile\?settings=blocked/, pages: ['members/block'] },
  { at: /^\/profile\?settings=data/, pages: ['members/your-data'] },
  { at: /^\/profile\?settings=(sign-in|devices)/, pages: ['members/sign-in'] },
  { at: /^\/profile\?view=prestige/, pages: ['members/prestige'] },
  { at: /^\/profile\//, pages: ['members/connect', 'members/report', 'members/block'] },
  { at: /^\/profile(\?(edit|as)|$)/, pages: ['members/visibility', 'members/ask'] },
  { at: /^\/admin\?section=members/, pages: ['admins/approve', 'admins/roles', 'admins/suspend'] },
  { at: /^\/admin\?(chapter|section=chapters)/, pages: ['admins/chapters'] },
  { at: /^\/admin\?section=events/, pages: ['admins/events'] },
  { at: /^\/admin\?section=invitations/, pages: ['admins/invite'] },
  { at: /^\/admin\?section=joining/, pages: ['admins/joining'] },
  { at: /^\/admin\?section=settings/, pages: ['admins/settings'] },
  { at: /^\/admin\?section=reports/, pages: ['admins/reports'] },
  { at: /^\/admin\?section=prestige/, pages: ['admins/prestige'] },
  { at: /^\/admin\?section=errors/, pages: ['admins/errors'] },
  { at: /^\/admin\?section=audit/, pages: ['admins/audit'] },
]

/** Pages about the screen at an address. */
export const pagesFor = (address: string) => PLACES.find(({ at }) => at.test(address))?.pages ?? []
