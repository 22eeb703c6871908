import { useSuspenseQuery } from '@tanstack/react-query'

import * as ofEvents from '#shared/events/messages.ts'
import * as m from '#shared/rounds/messages.ts'
import type { TablePlan } from '#shared/rounds/tables.ts'
import type { PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import styles from '#client/modules/programme/desk/print.module.css'
import { PrintedPages } from '#client/modules/programme/desk/PrintedPages.tsx'
import { Button } from '#client/ui/Button.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import { cardPages } from './CardPages.tsx'
import { listPages, planPages } from './PlanPages.tsx'
import { checkInCodes } from './queries.ts'

interface Props {
  event: PanelProps['event']
  plan: TablePlan
}

const PRINTS = ['plan', 'list', 'names', 'places', 'placesA6'] as const
type Print = (typeof PRINTS)[number]

/** The plan, name cards and place cards for the browser's own print. The preview is the first page. */
export function TablePrint({ event, plan }: Props) {
  const { data: codes } = useSuspenseQuery(checkInCodes(event.id))
  const [params, change] = useUrlParams()
  const print = PRINTS.find((known) => known === params.get('print')) ?? 'plan'
  const pages = pagesOf(
    print,
    event,
    plan,
    new Map(codes.items.map(({ memberId, code }) => [memberId, code])),
  )
  const paper = print === 'placesA6' ? 'A6' : 'A4'
  return (
    <>
      <div className={styles.controls}>
        <SelectField
          label={ofEvents.deskPrintWhat()}
          name="print"
          value={print}
          options={PRINTS.map((each) => ({ value: each, label: m.tablesPrintName({ print: each }) }))}
          onChange={(value) => change({ print: value }, true)}
        />
        <Button onClick={() => globalThis.print()}>{ofEvents.deskPrintNow()}</Button>
        <p className={styles.note}>{m.tablesPrintSize({ pages: pages.length, paper })}</p>
      </div>
      <PrintedPages pages={pages} paper={paper} />
    </>
  )
}

function pagesOf(print: Print, event: Props['event'], plan: TablePlan, codes: ReadonlyMap<string, string>) {
  if (print === 'plan') return planPages(event, plan)
  return print === 'list' ? listPages(event, plan) : cardPages(print, event, plan, codes)
}
