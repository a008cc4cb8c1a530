import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { query } from '#web/calls/api.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { listControlResults } from '#features/analysers/contract-controls.ts'
import type { ControlResult } from '../analyser-types.ts'
import type { NewControl } from './control-dialog.tsx'
import { lotsOf } from './lots-of.ts'

const newOf = ({ equipment, test_panel, lot, level }: ControlResult): NewControl => ({
  equipment: equipment === null ? '' : String(equipment),
  test_panel: test_panel === null ? '' : String(test_panel),
  lot,
  level,
})

/** Control material that was measured and that nobody has entered, one line a lot, level and test. */
export const UnknownLots = ({ equipment, onAdd }: { equipment: number | undefined; onAdd: (control: NewControl) => void }) => {
  const { data = [] } = useQuery(query(listControlResults, { query: { equipment, unknown: 'true', limit: 100 } }))
  const lots = lotsOf(data)
  if (lots.length === 0) return null
  return (
    <section className="panel an-panel" aria-label={t('Measured, and not entered yet')}>
      <div className="panel-head">
        <h2 className="grow">{t('Measured, and not entered yet')}</h2>
      </div>
      <ul className="an-lots">
        {lots.map((one) => (
          <li key={one.id}>
            <span className="grow an-cell">
              <span className="strong">{one.test_panel_name ?? one.code}</span>
              <span className="small t2 num">
                {one.equipment_name ?? t('By hand')} · {t('lot {{lot}}', { lot: one.lot || '–' })} · {one.level || '–'}
              </span>
            </span>
            <span className="num" title={dateTime(one.measured_at)}>
              {one.result} {unitText(one.unit)} <span className="small t3">{ago(one.measured_at)}</span>
            </span>
            <Button onClick={() => onAdd(newOf(one))}>{t('Add control')}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
