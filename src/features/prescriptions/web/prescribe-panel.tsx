import { Button } from '@mantine/core'
import { IconHistory, IconPill } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { keyLabel } from '#web/keyboard/keys.ts'
import { useLeavingGuard } from '#features/order-drafts/web/use-leaving-guard.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { createPrescription } from '../contract.ts'
import { BasketFooter, BasketPanel, REPEAT_KEY } from './basket-panel.tsx'
import { PrintPrescription } from './print-prescription.tsx'
import { ActiveLines } from './active-lines.tsx'
import { useBasket } from './use-basket.ts'
import { isActiveLine } from './use-check.ts'
import { useActiveLines } from './use-active-lines.ts'
import pharmacyStyles from './pharmacy.module.css'

/** Where the panel stands alone it asks by itself before the page is left. */
const Guard = ({ visit }: { visit: number }) => {
  useLeavingGuard(visit)
  return null
}

interface Props {
  visit: { id: number; closed_at?: string | null }
  patient: { id: number }
  /** Sum and button under the lines, where the panel stands alone; a tray has its own. */
  withFooter?: boolean
}

/** The drugs of a visit in the tray of orders: what stands, what is being written, and the box that finds the next. */
export const PrescribePanel = ({ visit, patient, withFooter = false }: Props) => {
  const { can } = useRights()
  const { asked, drugs, prescription } = useActiveLines(visit.id)
  const basket = useBasket(visit.id, patient.id)
  const [isRepeating, setRepeating] = useState(false)
  const isClosed = Boolean(visit.closed_at)
  const mayWrite = can(createPrescription) && !isClosed
  const shown = drugs.filter((drug) => isActiveLine(drug) || drug.replaced_by === null)
  return (
    <section className="rx" aria-label={t('Drugs')}>
      <div className={`in-row gap-4 t3-icons ${pharmacyStyles.title}`}>
        <IconPill size={16} stroke={1.5} aria-hidden />
        <h3 className="grow">{t('Drugs')}</h3>
        {mayWrite && (
          <Button
            className={`${pharmacyStyles.button} no-print`}
            variant="subtle"
            color="gray"
            leftSection={<IconHistory size={14} aria-hidden />}
            aria-keyshortcuts={REPEAT_KEY}
            title={keyLabel(REPEAT_KEY)}
            onClick={() => setRepeating(true)}
          >
            {t('Repeat last')}
          </Button>
        )}
        {prescription && shown.length > 0 && (
          <span className="no-print">
            <PrintPrescription id={prescription.id} className={pharmacyStyles.button} />
          </span>
        )}
      </div>
      <FourStates query={asked} loading={<Loading rows={3} height={32} />}>
        {() =>
          shown.length > 0 ? (
            <ActiveLines drugs={shown} isClosed={isClosed} onChange={(line) => basket.change({ kind: 'put', line, isOpen: true })} />
          ) : (
            basket.lines.length === 0 && <p className="t3">{t('Nothing prescribed in this visit.')}</p>
          )
        }
      </FourStates>
      {mayWrite && <BasketPanel visit={visit.id} patient={patient} basket={basket} repeating={{ isOn: isRepeating, set: setRepeating }} />}
      {mayWrite && withFooter && <BasketFooter basket={basket} />}
      {withFooter && <Guard visit={visit.id} />}
    </section>
  )
}
