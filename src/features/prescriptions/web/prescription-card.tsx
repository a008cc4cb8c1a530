import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { confirm } from '#web/dialogs.ts'
import { date, dateTime, dayOf } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/rights.ts'
import { DispenseActions } from './dispense-actions.tsx'
import { isCancelled, isWaiting } from './drug-amounts.ts'
import { DrugLine } from './drug-line.tsx'
import { PrescriptionState } from './prescription-status.tsx'
import { printPrescription } from './print-prescription.ts'
import { useDispensing, type Dispensing } from './use-dispensing.ts'
import './prescribing.css'
import type { Prescription } from './prescription-types.ts'

const OverrideDialog = lazy(async () => ({ default: (await import('./override-dialog.tsx')).OverrideDialog }))

const Unsafe = ({ of: { unsafe, reasons, onReason }, prescription }: { of: Dispensing; prescription: Prescription }) => {
  if (!unsafe) return null
  const settled = prescription.prescribed_drugs.filter((drug) => !isCancelled(drug)).flatMap(({ overrides }) => overrides)
  const open = unsafe.warnings.filter(({ severity, key }) => severity === 'stop' && !settled.some((one) => one.key === key))
  return (
    <Suspense>
      <OverrideDialog
        title={t('This may harm the patient')}
        warnings={open}
        nameOf={(item) => prescription.prescribed_drugs.find((drug) => drug.item === item)?.item_name ?? ''}
        reasons={reasons}
        onReason={onReason}
        action={t('Dispense against {{count}} warnings', { count: open.length })}
        onConfirm={(overrides) => unsafe.answer(overrides)}
        onBack={() => unsafe.answer(null)}
      />
    </Suspense>
  )
}

/** A prescription with its lines: who, when, what, against which warnings; it is printed and, by who may, handed out from here. */
export const PrescriptionCard = ({ of: prescription }: { of: Prescription }) => {
  const { allowed } = useRights()
  const dispensing = useDispensing()
  const mayDispense = allowed('prescriptions.dispense')
  const waiting = prescription.prescribed_drugs.filter(isWaiting)
  const dispenseAll = async () => {
    const isMeant = await confirm({
      title: t('Dispense {{count}} lines', { count: waiting.length }),
      text: waiting.map(({ item_name }) => item_name).join(', '),
      action: t('Dispense all'),
    })
    if (isMeant) dispensing.dispenseAll(prescription)
  }
  return (
    <article className="section rx-card" aria-label={t('Prescription of {{date}}', { date: dayOf(prescription.date_created) })}>
      <header className="rx-card-head">
        <b className="num" title={dateTime(prescription.date_created)}>
          {dayOf(prescription.date_created)}
        </b>
        <span className="t2">{prescription.created_by_name}</span>
        <PrescriptionState of={prescription.status} />
        <span className="grow" />
        <span className="row no-print">
          <Button
            className="rx-button"
            leftSection={<IconPrinter size={14} aria-hidden />}
            onClick={() => printPrescription(prescription.id)}
          >
            {t('Print')}
          </Button>
          {mayDispense && waiting.length > 0 && (
            <Button className="rx-button" variant="filled" loading={dispensing.isRunning} onClick={() => void dispenseAll()}>
              {waiting.length === 1 ? t('Dispense') : t('Dispense all')}
            </Button>
          )}
        </span>
      </header>
      {(prescription.note !== null || prescription.start_date !== null) && (
        <p className="rx-flush small t2">
          {[prescription.start_date && t('From {{date}}', { date: date(prescription.start_date) }), prescription.note]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <ul className="rx-lines">
        {prescription.prescribed_drugs.map((drug) => (
          <DrugLine key={drug.id} of={drug} whole={prescription.status}>
            {mayDispense && isWaiting(drug) && <DispenseActions drug={drug} dispensing={dispensing} />}
          </DrugLine>
        ))}
      </ul>
      <Unsafe of={dispensing} prescription={prescription} />
    </article>
  )
}
