import { Button } from '@mantine/core'
import { IconPlug } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useRows } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { OutOfUseSwitch } from '#web/ui/in-use.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createEquipment, listEquipment } from '#features/analysers/contract.ts'
import type { Equipment } from '../analyser-types.ts'
import { AnalyserNav, SECTION } from '../analyser-nav.tsx'
import { lineText, protocolWord } from '../labels.tsx'
import { ConnectionMark } from './connection-mark.tsx'

const EquipmentDialog = lazy(async () => ({ default: (await import('./equipment-dialog.tsx')).EquipmentDialog }))

const none = <span className="t3">0</span>
const columns = (): Column<Equipment>[] => [
  {
    key: 'name',
    title: t('Analyser'),
    render: ({ name }) => (
      <span className="strong" title={name}>
        {name}
      </span>
    ),
  },
  { key: 'state', title: t('Status'), width: 176, render: (row) => <ConnectionMark equipment={row} /> },
  {
    key: 'line',
    title: t('Line'),
    width: 240,
    hideOnPhone: true,
    // The state beside it says already that there is none.
    render: (row) =>
      row.connection === 'none' ? (
        <span className="t3">–</span>
      ) : (
        <span className="num" title={lineText(row)}>
          {lineText(row)}
        </span>
      ),
  },
  {
    key: 'protocol',
    title: t('Protocol'),
    width: 88,
    hideOnPhone: true,
    hideOnTablet: true,
    render: ({ data_format }) => protocolWord(data_format),
  },
  {
    key: 'codes',
    title: t('Codes'),
    width: 72,
    align: 'end',
    hideOnPhone: true,
    hideOnTablet: true,
    render: ({ codes }) => (codes === 0 ? none : number(codes)),
  },
  {
    key: 'waiting',
    title: t('Inbox'),
    width: 88,
    align: 'end',
    render: ({ waiting }) => (waiting === 0 ? none : <Status tone="attention">{number(waiting)}</Status>),
  },
  {
    key: 'jobs',
    title: t('Work orders'),
    width: 176,
    align: 'end',
    hideOnPhone: true,
    render: ({ jobs_open, jobs_failed, order_delivery }) => (
      <span className="row justify-end">
        {jobs_failed > 0 && <Status tone="critical">{t('{n} abandoned', { n: number(jobs_failed) })}</Status>}
        {jobs_open === 0 ? (
          none
        ) : order_delivery === 'on_query' ? (
          <Status tone="waiting">
            {t('{count, plural, one {{n} waiting for query} other {{n} waiting for query}}', { n: number(jobs_open), count: jobs_open })}
          </Status>
        ) : (
          number(jobs_open)
        )}
      </span>
    ),
  },
]

/** The instruments of the laboratory: which are on the line, what waits of each. */
export const AnalysersPage = () => {
  const { can } = useRights()
  const go = useNavigate()
  const [{ inactive }, set] = useUrlState({ inactive: z.literal('1') })
  const [isAdding, setAdding] = useState(false)
  const all = useRows(query(listEquipment, { query: {} }))
  const data = inactive ? all.data : all.data?.filter(({ is_active }) => is_active)
  const mayAdd = can(createEquipment)
  return (
    <Page
      title={t('Analysers')}
      sub={t('Analysers that send results and receive orders')}
      actions={mayAdd && <AddButton label={t('Add analyser')} onClick={() => setAdding(true)} />}
    >
      <AnalyserNav />
      <div className="row wrap">
        <OutOfUseSwitch inactive={inactive} set={set} />
      </div>
      <DataTable
        label={t('Analysers')}
        columns={columns()}
        rows={{ ...all, data, total: data?.length ?? null }}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`${SECTION}/${id}`)}
        empty={
          <Empty
            icon={IconPlug}
            title={t('No analysers yet')}
            action={mayAdd && <Button onClick={() => setAdding(true)}>{t('Add analyser')}</Button>}
          >
            {t(
              'Analysers with HL7 or ASTM over the network send their results here automatically. Analysers with a serial cable need a converter.',
            )}
          </Empty>
        }
      />
      <Suspense>{isAdding && <EquipmentDialog equipment={null} onClose={() => setAdding(false)} />}</Suspense>
    </Page>
  )
}
