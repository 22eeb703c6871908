import * as ofEvents from '#shared/events/messages.ts'
import { batchesOf } from '#shared/lib/batches.ts'
import * as m from '#shared/rounds/messages.ts'
import type { TablePerson, TablePlan } from '#shared/rounds/tables.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { nameSize } from '#client/modules/programme/desk/badges.ts'
import styles from '#client/modules/programme/desk/print.module.css'

import own from './print.module.css'

// The encoder is downloaded when cards are printed.
const QrPicture = lazyPart(() => import('#client/ui/qr/QrPicture.tsx'), 'QrPicture')

type Event = PanelProps['event']

interface CardContent {
  key: string
  /** Empty for a guest, to write the name on. */
  name: string
  line: string | undefined
  tables: readonly number[]
  code: string | undefined
}

const PER_PAGE = { names: 8, places: 4, placesA6: 1 }

/** Cards with the name, the table in each round and the check-in code. */
export const cardPages = (
  print: keyof typeof PER_PAGE,
  event: Event,
  { people }: TablePlan,
  codes: ReadonlyMap<string, string>,
) =>
  batchesOf(
    people.flatMap((person) => cardsOf(person, codes)),
    PER_PAGE[print],
  ).map((cards) => (
    <ul
      key={cards[0]?.key}
      className={classNames(styles.page, print !== 'names' && own.cards, print === 'placesA6' && own.single)}
      data-print={print === 'names' ? 'badges8' : 'list'}
    >
      {cards.map((card) => (
        <Card
          key={card.key}
          card={card}
          event={event}
          className={print === 'names' ? styles.badge : own.card}
        />
      ))}
    </ul>
  ))

/** A card for the member, and one for each guest. */
const cardsOf = (
  { member, guests, tables }: TablePerson,
  codes: ReadonlyMap<string, string>,
): CardContent[] => [
  {
    key: member.id,
    name: member.displayName,
    line: member.company || member.headline,
    tables,
    code: codes.get(member.id),
  },
  ...Array.from({ length: guests }, (_, at) => ({
    key: `${member.id}:${at}`,
    name: '',
    line: ofEvents.deskGuestOf({ name: member.displayName }),
    tables,
    code: undefined,
  })),
]

interface CardProps {
  card: CardContent
  event: Event
  className: string | undefined
}

/** The direction and the font follow the name. */
const Card = ({ card: { name, line, tables, code }, event, className }: CardProps) => (
  <li className={className}>
    <span className={styles.event} dir="auto">
      {event.title}
    </span>
    <span className={styles.name} data-size={nameSize(name)} dir="auto">
      {name}
    </span>
    <span className={own.foot}>
      <span className={styles.lines}>
        {line && (
          <span className={styles.line} dir="auto">
            {line}
          </span>
        )}
        {tables.map(
          (table, at) =>
            table > 0 && (
              // oxlint-disable-next-line react/no-array-index-key -- the rounds are in order
              <span key={at} className={own.seats}>
                {tables.length > 1 && `${m.tablesRound({ round: at + 1 })}: `}
                {m.tablesTable({ table })}
              </span>
            ),
        )}
      </span>
      {code && (
        <span className={own.code}>
          <QrPicture text={code} />
        </span>
      )}
    </span>
  </li>
)
