/** Names and limits of organisers' messages. Does not import the schema library, so that browsers can use it. */

/** Groups of an event's attendees who can get a message. `answered`: gave a choice to a question. */
export const MESSAGE_GROUPS = ['going', 'maybe', 'waitlist', 'checkedIn', 'notCheckedIn', 'answered'] as const
export type MessageGroupKind = (typeof MESSAGE_GROUPS)[number]

/** Messages to groups that an organiser sends within 24 hours. */
export const GROUP_MESSAGES_PER_DAY = 10

/** Whether delivery is still in progress. */
export const isUnderWay = ({ notifying, emails }: { notifying?: object; emails?: { queued: number } }) =>
  notifying !== undefined || (emails?.queued ?? 0) > 0
