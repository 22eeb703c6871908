import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import { adminMemberPath, adminPath } from '#shared/lib/paths/admin.ts'
import { imageUrl } from '#shared/lib/image-rules.ts'
import { formerMember } from '#shared/people/messages.ts'
import { reason as reasonText } from '#shared/moderation/messages.ts'
import type { ReportDetails } from '#shared/moderation/reports.ts'
import type { ReportedContent } from '#shared/people/reportable.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { BackLink } from '#client/ui/page/BackLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

import { DecisionForm } from './DecisionForm.tsx'

import { reportDetails, useRestoration } from './queries.ts'
import { ReportTable } from './ReportTable.tsx'
import styles from './reports.module.css'

/** A report. Opening it is recorded, and shown in the reported member's own data. */
export function Report({ id }: { id: string }) {
  const { data: report } = useSuspenseQuery(reportDetails(id))
  const { kind, was, now, aboutOwner, byReporter } = report
  return (
    <Stack gap={6}>
      <div>
        <BackLink to={adminPath('reports')}>{m.reportsAll()}</BackLink>
      </div>
      <Card title={m.reportTitle({ kind, name: report.owner.displayName })}>
        <Stack gap={4}>
          <ReportFacts report={report} />
          {report.decision ? <Decided report={report} /> : <DecisionForm report={report} />}
        </Stack>
      </Card>
      <div className={styles.versions}>
        <Card title={m.reportWas()}>
          <Content content={was} picture={`/api/admin/reports/${encodeURIComponent(id)}/picture`} />
        </Card>
        <Card title={m.reportNow()}>
          {now ? (
            <Content content={now} picture={now.image && imageUrl(now.image)} />
          ) : (
            <p className={patterns.muted}>{m.reportContentDeleted()}</p>
          )}
        </Card>
      </div>
      {aboutOwner.length > 0 && (
        <section>
          <h2>{m.reportAboutOwner()}</h2>
          <ReportTable label={m.reportAboutOwner()} rows={aboutOwner} />
        </section>
      )}
      {byReporter.length > 0 && (
        <section>
          <h2>{m.reportByReporter()}</h2>
          <ReportTable label={m.reportByReporter()} rows={byReporter} />
        </section>
      )}
    </Stack>
  )
}

const ReportFacts = ({ report: { reason, text, reporter, at, owner } }: { report: ReportDetails }) => (
  <Facts>
    <Fact name={words.reason()}>{reasonText({ reason })}</Fact>
    {text && <Fact name={m.details()}>{text}</Fact>}
    <Fact name={m.reportsReportedBy()}>
      {reporter ? <Link to={adminMemberPath(reporter.id)}>{reporter.displayName}</Link> : formerMember()}
    </Fact>
    <Fact name={m.reportsReported()}>
      <DateOf at={at} />
    </Fact>
    <Fact name={m.member()}>
      <Link to={adminMemberPath(owner.id)}>{owner.displayName}</Link>
    </Fact>
  </Facts>
)

function Decided({ report }: { report: ReportDetails }) {
  const { decision, hidden } = report
  const restoration = useRestoration(report)
  const { run, isPending } = useCommand({
    command: () => restoration.mutateAsync(undefined),
    done: m.reportShownAgain(),
  })
  if (!decision) return null
  return (
    <Notice
      tone="info"
      title={m.reportDecision({ decision: decision.kind })}
      actions={
        decision.kind === 'hide' &&
        hidden && (
          <Button variant="secondary" busy={isPending && words.saving()} onClick={() => run()}>
            {m.reportShowAgain()}
          </Button>
        )
      }
    >
      {decision.note && <q>{decision.note}</q>} {decision.by.displayName}, <DateOf at={decision.at} />
      {decision.acknowledgedAt && `\u00A0· ${m.reportAcknowledged()}`}
      {decision.restoredAt && `\u00A0· ${m.reportShownSince()}`}
    </Notice>
  )
}

function Content({ content, picture }: { content: ReportedContent; picture: string | undefined }) {
  return (
    <Stack gap={3}>
      {content.image && picture && <img className={styles.picture} src={picture} alt={m.reportPicture()} />}
      {content.texts.length > 0 && (
        <Facts>
          {content.texts.map(({ name, text }) => (
            <Fact key={name} name={m.reportField({ field: name })}>
              <span className={patterns.asTyped}>{text}</span>
            </Fact>
          ))}
        </Facts>
      )}
    </Stack>
  )
}
