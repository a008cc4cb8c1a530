import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChartDots } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { Id } from '#shared/paging.ts'
import { query } from '#web/calls/api.ts'
import { ago, dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useRows } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { OutOfUseSwitch } from '#web/ui/in-use.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listEquipment } from '#features/analysers/contract.ts'
import { createControl, listControls, listControlResults } from '#features/analysers/contract-controls.ts'
import { AnalyserNav } from '../analyser-nav.tsx'
import type { Control, ControlResult } from '../analyser-types.ts'
import { VerdictMark } from '../labels.tsx'
import type { NewControl } from './control-dialog.tsx'
import { lotsOf } from './lots-of.ts'
import listsStyles from '../lists.module.css'
import controlsStyles from '../controls.module.css'

const toNewControl = ({ equipment, test_panel, lot, level }: ControlResult): NewControl => ({
  equipment: equipment === null ? '' : String(equipment),
  test_panel: test_panel === null ? '' : String(test_panel),
  lot,
  level,
})

/** Control material that was measured and that nobody has entered, one line a lot, level and test. */
const UnknownLots = ({ equipment, onAdd }: { equipment: number | undefined; onAdd: (control: NewControl) => void }) => {
  const { data = [] } = useQuery(query(listControlResults, { query: { equipment, unknown: 'true', limit: 100 } }))
  const lots = lotsOf(data)
  if (lots.length === 0) return null
  return (
    <section className={`panel clipped ${listsStyles.panel}`} aria-label={t('Measured, not set up yet')}>
      <div className="panel-head">
        <h2 className="grow">{t('Measured, not set up yet')}</h2>
      </div>
      <ul className={`stack lined ${listsStyles.lots}`}>
        {lots.map((one) => (
          <li className="in-row gap-5 pad-3-6 phone-wrap" key={one.id}>
            <span className={`grow stack min-w-0 ${listsStyles.cell}`}>
              <span className="strong">{one.test_panel_name ?? one.code}</span>
              <span className="small t2 num">
                {one.equipment_name ?? t('By hand')} · {t('lot {lot}', { lot: one.lot || '–' })} · {one.level || '–'}
              </span>
            </span>
            <span className="num" title={dateTime(one.measured_at)}>
              {one.result} {unitText(one.unit)} <span className="small t3">{ago(one.measured_at)}</span>
            </span>
            <Button onClick={() => onAdd(toNewControl(one))}>{t('Add control')}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ControlDialog = lazy(async () => ({ default: (await import('./control-dialog.tsx')).ControlDialog }))
const ControlChart = lazy(async () => ({ default: (await import('./control-chart.tsx')).ControlChart }))

const url = { equipment: Id, control: Id, inactive: z.literal('1') }

const columns = (): Column<Control>[] => [
  {
    key: 'test',
    title: t('Test'),
    render: ({ test_panel_name: name }) => (
      <span className="strong" title={name}>
        {name}
      </span>
    ),
  },
  {
    key: 'equipment',
    title: t('Analyser'),
    hideOnPhone: true,
    render: ({ equipment_name: name }) => <span title={name ?? undefined}>{name ?? t('By hand')}</span>,
  },
  {
    key: 'lot',
    title: t('Lot'),
    width: 128,
    hideOnPhone: true,
    hideOnTablet: true,
    render: ({ lot }) => <span className="num">{lot}</span>,
  },
  { key: 'level', title: t('Level'), width: 104, render: ({ level }) => level },
  {
    key: 'mean',
    title: t('Mean ± SD'),
    width: 168,
    align: 'end',
    hideOnPhone: true,
    render: ({ mean, sd, unit }) => `${mean} ± ${sd} ${unitText(unit)}`,
  },
  {
    key: 'last',
    title: t('Last'),
    width: 176,
    align: 'end',
    hideOnPhone: true,
    render: ({ last_result, last_at }) =>
      last_at === null ? (
        <span className="t3">–</span>
      ) : (
        <span title={dateTime(last_at)}>
          <span className="strong">{last_result}</span> <span className="small t3">{ago(last_at)}</span>
        </span>
      ),
  },
  {
    key: 'outcome',
    title: t('Evaluation'),
    width: 124,
    render: ({ last_outcome }) =>
      last_outcome === null ? <span className="t3">{t('Never')}</span> : <VerdictMark outcome={last_outcome} />,
  },
  { key: 'count', title: t('Count'), width: 72, align: 'end', hideOnPhone: true, hideOnTablet: true, render: ({ count }) => number(count) },
]

/** Control material: whether each instrument is to be trusted, by Westgard's rules, with the chart of the one that is opened. */
export const ControlsPage = () => {
  const { can } = useRights()
  const [{ equipment, control, inactive }, set] = useUrlState(url)
  const [open, setOpen] = useState<Control | NewControl | null>(null)
  const { data: equipments = [] } = useQuery(query(listEquipment, { query: {} }))
  const controls = useRows(query(listControls, { query: { equipment, active: inactive ? undefined : ('true' as const) } }))
  const mayChange = can(createControl)
  const add = () => setOpen(equipment === undefined ? {} : { equipment: String(equipment) })
  const shown = control ?? controls.data?.[0]?.id
  return (
    <Page
      title={t('Controls')}
      sub={t('Control material with known values shows whether analyser results are reliable')}
      actions={mayChange && <AddButton label={t('Add control')} onClick={add} />}
    >
      <AnalyserNav />
      <div className="row wrap filters">
        <Select
          aria-label={t('Analyser')}
          placeholder={t('Any analyser')}
          clearable
          clearButtonProps={{ 'aria-label': t('Any analyser') }}
          data={equipments.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={equipment === undefined ? null : String(equipment)}
          onChange={(value) => set({ equipment: value ?? '', control: '' })}
        />
        <OutOfUseSwitch inactive={inactive} set={set} />
      </div>
      <div className={`stack rigid ${controlsStyles.anControls}`}>
        <DataTable
          label={t('Controls')}
          columns={columns()}
          rows={controls}
          rowKey={({ id }) => id}
          onOpen={({ id }) => set({ control: String(id) })}
          tone={({ last_outcome }) => (last_outcome === 'rejected' ? 'critical' : undefined)}
          empty={
            <Empty
              icon={IconChartDots}
              title={t('No controls yet')}
              action={mayChange && <Button onClick={add}>{t('Add control')}</Button>}
            >
              {t('Add each lot and level with its mean and SD. Measurements are evaluated as they arrive.')}
            </Empty>
          }
        />
      </div>
      {mayChange && <UnknownLots equipment={equipment} onAdd={setOpen} />}
      <Suspense>
        {shown !== undefined && <ControlChart key={shown} id={shown} onChange={mayChange ? setOpen : undefined} />}
        {open && <ControlDialog control={open} onClose={() => setOpen(null)} />}
      </Suspense>
    </Page>
  )
}
