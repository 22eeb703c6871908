import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { adminMemberPath, adminPath } from '#shared/admin-paths.ts'
import { imageUrl } from '#shared/image-rules.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import { REASON_LABELS } from '#shared/report-rules.ts'
import type { ReportDetails, ReportedContent } from '#shared/reports.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/ui/toast.ts'

import { DecisionForm } from './DecisionForm.tsx'
import { DECISION_LABELS, fieldLabel, KIND_LABELS } from './labels.ts'
import { reportDetails, reportUrl, useRestoration } from './queries.ts'
import { ReportTable } from './ReportTable.tsx'
import styles from './reports.module.css'

/** Opening it is recorded, and in the reported member's own data. */
export function Report({ id }: { id: string }) {
  const { data: report } = useSuspenseQuery(reportDetails(id))
  const { kind, was, now, aboutOwner, byReporter } = report
  return (
    <Stack gap={6}>
      <p>
        <Link to={adminPath('reports')}>All reports</Link>
      </p>
      <Card title={`${KIND_LABELS[kind]} of ${report.owner.displayName}`}>
        <Stack gap={4}>
          <ReportFacts report={report} />
          {report.decision ? <Decided report={report} /> : <DecisionForm report={report} />}
        </Stack>
      </Card>
      <div className={styles.versions}>
        <Card title="As it was">
          <Content content={was} picture={reportUrl(id, '/picture')} />
        </Card>
        <Card title="As it is now">
          {now ? (
            <Content content={now} picture={now.image && imageUrl(now.image)} />
          ) : (
            <p className={patterns.muted}>It no longer exists.</p>
          )}
        </Card>
      </div>
      {aboutOwner.length > 0 && (
        <section>
          <h2>Other reports about this member</h2>
          <ReportTable label="Other reports about this member" rows={aboutOwner} />
        </section>
      )}
      {byReporter.length > 0 && (
        <section>
          <h2>Other reports by the same person</h2>
          <ReportTable label="Other reports by the same person" rows={byReporter} />
        </section>
      )}
    </Stack>
  )
}

const ReportFacts = ({ report: { reason, text, reporter, at, owner } }: { report: ReportDetails }) => (
  <Facts>
    <Fact name="Reason">{REASON_LABELS[reason]}</Fact>
    {text && <Fact name="Details">{text}</Fact>}
    <Fact name="Reported by">
      {reporter ? <Link to={adminMemberPath(reporter.id)}>{reporter.displayName}</Link> : FORMER_MEMBER}
    </Fact>
    <Fact name="Reported">
      <DateOf at={at} />
    </Fact>
    <Fact name="Member">
      <Link to={adminMemberPath(owner.id)}>{owner.displayName}</Link>
    </Fact>
  </Facts>
)

function Decided({ report }: { report: ReportDetails }) {
  const { decision, hidden } = report
  const restoration = useRestoration(report)
  const toast = useToast()
  if (!decision) return null
  const restore = () =>
    restoration.mutate(undefined, {
      onSuccess: () => toast('Shown again.', { tone: 'success' }),
      onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
    })
  return (
    <Notice
      tone="info"
      title={DECISION_LABELS[decision.kind]}
      actions={
        decision.kind === 'hide' &&
        hidden && (
          <Button variant="secondary" busy={restoration.isPending && 'Saving…'} onClick={restore}>
            Show again
          </Button>
        )
      }
    >
      {decision.note && <q>{decision.note}</q>} {decision.by.displayName}, <DateOf at={decision.at} />
      {decision.acknowledgedAt && ' · acknowledged'}
      {decision.restoredAt && ' · shown again since'}
    </Notice>
  )
}

function Content({ content, picture }: { content: ReportedContent; picture: string | undefined }) {
  return (
    <Stack gap={3}>
      {content.image && picture && <img className={styles.picture} src={picture} alt="As reported" />}
      {content.texts.length > 0 && (
        <Facts>
          {content.texts.map(({ name, text }) => (
            <Fact key={name} name={fieldLabel(name)}>
              <span className={styles.text}>{text}</span>
            </Fact>
          ))}
        </Facts>
      )}
    </Stack>
  )
}
