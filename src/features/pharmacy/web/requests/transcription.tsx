import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { BasketFooter, BasketPanel } from '#features/prescriptions/web/basket-panel.tsx'
import { enteredQuantity } from '#features/prescriptions/web/drug-name.tsx'
import { useBasketAt, type BasketHandle } from '#features/prescriptions/web/use-basket.ts'
import { useActiveLines } from '#features/prescriptions/web/use-active-lines.ts'
import { call } from '#web/calls/api.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Note } from '#web/ui/status.tsx'
import { writePrescription } from '#features/pharmacy/contract-requests.ts'
import type { RequestWithRemarks } from '../request-status.tsx'
import styles from './requests.module.css'

/** What the lines are added to: the visit of now, with what is prescribed there already, or one that begins. */
const Where = ({ visit }: { visit: number | null }) => {
  const { prescription, drugs } = useActiveLines(visit)
  const active = drugs.filter(({ cancelled_at }) => cancelled_at === null).length
  if (visit === null) return <p className="small">{t('This starts a visit at the pharmacy.')}</p>
  return prescription && active > 0 ? (
    <Note tone="attention">
      {t(
        '{count, plural, one {# drug is already prescribed in the current visit; these are added.} other {# drugs are already prescribed in the current visit; these are added.}}',
        { count: active },
      )}{' '}
      <Link className="link" to={`/dashboard/pharmacy/prescriptions/${prescription.id}`}>
        {t('View drugs')}
      </Link>
    </Note>
  ) : (
    <p className="small">{t('It is part of the current visit.')}</p>
  )
}

type BasketLine = BasketHandle['lines'][number]

/** What is asked for again as it was prescribed last, to be looked at line by line. */
const linesOf = ({ lines }: RequestWithRemarks): BasketLine[] =>
  lines.map((line) => ({
    item: line.item,
    name: line.item_name,
    unit: line.unit,
    directions: line.directions ?? '',
    structure: line.directions === null ? line.structure : null,
    quantity: enteredQuantity(line),
    note: '',
  }))

/** Writes what is on the paper, or what is asked for again, as a prescription of the clinic: whose word it is, and its lines. */
export const Transcription = ({ request }: { request: RequestWithRemarks }) => {
  const { id, patient, visit, version, file, lines: asked } = request
  const [writer, setWriter] = useState(asked.at(-1)?.prescribed_by_name ?? '')
  const [day, setDay] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const basket = useBasketAt({
    name: `sent-in-${id}`,
    patient,
    visit,
    isReplacing: false,
    send: ({ lines, overrides }, idempotencyKey) =>
      call(
        writePrescription,
        {
          params: { id },
          body: {
            lines,
            written_by: writer,
            ...(day !== null && { written_on: day }),
            ...(visit !== null && { attendance_process: visit }),
            ...(overrides && { overrides }),
            version,
          },
        },
        { idempotencyKey, version },
      ),
  })
  const send = async () => {
    if (writer.trim() !== '' || basket.lines.length === 0) return basket.send()
    setMissing(true)
    box.current?.focus()
    return false
  }
  return (
    <section className="section" aria-label={t('Enter as prescription')}>
      <h2>{t('Enter as prescription')}</h2>
      <Where visit={visit} />
      <div className={`grid gap-5 phone-one ${styles.writer}`}>
        <TextInput
          ref={box}
          label={file ? t('Prescriber on document') : t('Prescriber')}
          required
          maxLength={150}
          autoComplete="off"
          value={writer}
          error={
            isMissing && writer.trim() === '' ? (file ? t('Enter the prescriber on the document.') : t('Enter the prescriber.')) : undefined
          }
          onChange={(event) => setWriter(event.currentTarget.value)}
        />
        {file && <DateField label={t('Document date')} maxDate={today()} value={day} onChange={setDay} />}
      </div>
      {asked.length > 0 && basket.lines.length === 0 && (
        <Button onClick={() => basket.change(...linesOf(request).map((line) => ({ kind: 'put' as const, line })))}>
          {t('Copy requested items')}
        </Button>
      )}
      <div className="rx">
        <BasketPanel visit={visit} patient={{ id: patient }} basket={basket} />
        <BasketFooter basket={{ ...basket, send }} />
      </div>
    </section>
  )
}
