export const ROLES = [
  {
    name: 'Members',
    words:
      'Come to events, make connections and hold growth meetings. Everyone signs in with an email address that they have shown to be theirs.',
  },
  {
    name: 'Organisers',
    words: 'Are members who also make the events happen: from the first draft to the list at the door.',
  },
  {
    name: 'Admins',
    words:
      'Look after the community. They hear what members report, decide, and every one of their acts is written down.',
  },
] as const

export const PRINCIPLES = [
  {
    title: 'Confirmed, not claimed',
    words: 'What someone did for you counts once you say so, never because they did.',
  },
  {
    title: 'A no is always fine',
    words:
      'Declining a request or leaving a connection is silent. Nobody is told, and nobody has to explain.',
  },
  {
    title: 'Seats are given fairly',
    words: 'Whoever is first in the queue gets the seat that comes free. Two people never get the last one.',
  },
  {
    title: 'Times you can trust',
    words: 'Every time says its zone, and yours comes first when it is another.',
  },
  {
    title: 'Introductions with reasons',
    words:
      'At most three suggestions at once, each saying why: your ask, their offer, an evening you both went to.',
  },
  {
    title: 'What is yours stays yours',
    words:
      'You choose who sees each line of your profile. You can take a copy, or delete it all, with 14 days to change your mind.',
  },
] as const
