import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { call, pages } from '#web/calls/api.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { jobStates, cancelJob, listJobs, retryJob } from '#features/analysers/contract.ts'
import type { Job } from '../analyser-types.ts'
import { JobMark, jobWord } from '../labels.tsx'
import styles from '../lists.module.css'

const JobActions = ({ job }: { job: Job }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const mayRetry = can(retryJob) && (job.state === 'failed' || (job.state === 'queued' && !job.waits_for_query))
  const mayCancel = can(cancelJob) && (job.state === 'failed' || job.state === 'queued' || job.state === 'sent')
  const params = { id: job.id }
  return (
    <span className="row justify-end">
      {mayRetry && (
        <Button
          size="compact-sm"
          className="row-button"
          disabled={isRunning}
          onClick={() => run(() => call(retryJob, { params, body: {} }), t('Work order sent again.'))}
        >
          {t('Send again')}
        </Button>
      )}
      {mayCancel && (
        <Button
          size="compact-sm"
          className="row-button"
          disabled={isRunning}
          onClick={() => run(() => call(cancelJob, { params, body: {} }), t('Work order cancelled.'))}
        >
          {t('Cancel')}
        </Button>
      )}
    </span>
  )
}

/** How an order stands, and why. */
export const JobState = ({ job }: { job: Job }) => (
  <span className="row" title={job.problem || undefined}>
    <JobMark {...job} />
    {job.problem && <span className="small t3 clip">{job.problem}</span>}
  </span>
)

const columns = (): Column<Job>[] => [
  { key: 'sample', title: t('Sample'), width: 120, render: ({ sample_code }) => <span className="num strong">{sample_code}</span> },
  { key: 'test', title: t('Test'), render: ({ test_panel_name: name }) => <span title={name}>{name}</span> },
  { key: 'patient', title: t('Patient'), hideOnPhone: true, render: ({ patient_name: name }) => <span title={name}>{name}</span> },
  { key: 'state', title: t('Status'), width: 260, render: (job) => <JobState job={job} /> },
  {
    key: 'at',
    title: t('Sent by'),
    width: 184,
    hideOnPhone: true,
    render: ({ created_at, created_by_name }) => (
      <span className="t2 num" title={dateTime(created_at)}>
        {created_by_name}, {ago(created_at)}
      </span>
    ),
  },
  { key: 'actions', title: t('Actions'), width: 208, align: 'end', hideOnPhone: true, render: (job) => <JobActions job={job} /> },
]

/** What was sent to an instrument, or waits to be. */
export const JobsPanel = ({ equipment }: { equipment: number }) => {
  const [state, setState] = useState<Job['state'] | null>(null)
  const jobs = usePages(pages(listJobs, { query: { equipment, state: state ?? undefined, limit: 50 } }))
  return (
    <section className={`panel clipped row-heads ${styles.panel} ${styles.list}`} aria-label={t('Work orders')}>
      <div className="panel-head">
        <h2 className="grow">{t('Work orders')}</h2>
        <Select
          aria-label={t('Status')}
          placeholder={t('All statuses')}
          clearable
          clearButtonProps={{ 'aria-label': t('All statuses') }}
          data={jobStates.map((value) => ({ value, label: jobWord(value) }))}
          value={state}
          onChange={(value) => setState(jobStates.find((one) => one === value) ?? null)}
        />
      </div>
      <DataTable
        label={t('Work orders')}
        columns={columns()}
        rows={jobs}
        rowKey={({ id }) => id}
        empty={<Empty title={t('No work orders sent yet')}>{t('Scan the label of a sample to send its tests to this analyser.')}</Empty>}
      />
    </section>
  )
}
