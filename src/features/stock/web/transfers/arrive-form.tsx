import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useEndpointForm } from '#web/forms/form.ts'
import { date, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { toast } from '#web/messages/toast.tsx'
import { DocumentForm } from '../lines/document-form.tsx'
import { errorsByLine } from '../lines/line-errors.ts'
import type { LineColumn } from '../lines/line-types.ts'
import { textBox } from '../lines/text-box.ts'
import { useDocument } from '../lines/use-document.ts'
import { receiveTransfer, type TransferDocument } from './transfer-calls.ts'
import { countArrived, arriveLines, arriveRow, tooMuch, type ArriveLine } from './transfer-lines.ts'

interface Values extends Record<string, unknown> {
  reason: string
  lines: ArriveLine[]
}

const count = (key: 'returned' | 'lost') => textBox<ArriveLine>(key, { mode: 'numeric', maxLength: 9, placeholder: () => '0' })
const columns = (isTyped: boolean): readonly LineColumn<ArriveLine>[] => {
  const all: (LineColumn<ArriveLine> | false)[] = [
    { key: 'lot', title: t('Lot'), width: 128, render: ({ lot }) => <span className="num">{lot || '–'}</span> },
    { key: 'expires', title: t('Expires'), width: 120, render: ({ expires_on }) => (expires_on === null ? '–' : date(expires_on)) },
    { key: 'sent', title: t('Sent'), width: 88, align: 'end', render: ({ sent }) => number(sent) },
    isTyped && { key: 'returned', title: t('Returned'), width: 96, align: 'end', box: count('returned') },
    isTyped && { key: 'lost', title: t('Lost'), width: 96, align: 'end', box: count('lost') },
    isTyped && {
      key: 'received',
      title: t('Arrived'),
      width: 96,
      align: 'end',
      render: (line) => {
        const arrived = countArrived(line)
        return arrived === null ? '?' : <b>{number(arrived)}</b>
      },
    },
  ]
  return all.filter((column) => column !== false)
}

const isReported = (line: ArriveLine) => arriveRow(line) !== null
const placesOf = (lines: readonly ArriveLine[]) => new Map(lines.filter(isReported).map(({ key }, at) => [key, at]))
const sayTooMuch = ({ sent }: ArriveLine) =>
  t('{count, plural, one {Enter no more than the {n} sent.} other {Enter no more than the {n} sent.}}', {
    count: sent,
    n: number(sent),
  })
/** What a line says, before anything is sent. */
const fault = (line: ArriveLine) => {
  if (tooMuch(line) !== null) return sayTooMuch(line)
  return countArrived(line) === null ? t('Enter a whole number, zero or more.') : null
}

/** What arrived of a transfer: everything, unless somebody says what did not. */
export const ArriveForm = ({ transfer }: { transfer: TransferDocument }) => {
  const [isAsked, setAsked] = useState(false)
  const initial = useMemo(() => arriveLines(transfer), [transfer])
  const endpointForm = useEndpointForm<typeof receiveTransfer, Values>(receiveTransfer, {
    params: { id: transfer.id },
    version: transfer.version,
    initialValues: { reason: '', lines: initial },
    draftKey: `transfer-${transfer.id}`,
    toBody: ({ reason, lines }) => ({ items: lines.flatMap((line) => arriveRow(line) ?? []), reason: reason || null }),
    check: ({ lines: all }) =>
      Object.fromEntries(
        all.filter(isReported).flatMap((line, at) => {
          const box = tooMuch(line)
          return box === null ? [] : [[`items.${at}.${box}`, sayTooMuch(line)]]
        }),
      ),
    onSaved: ({ number: name, missing }) =>
      toast.done(
        missing > 0
          ? t('{number} received; {n} did not arrive.', { number: name, n: number(missing) })
          : t('{number} received.', { number: name }),
      ),
  })
  const document = useDocument<ArriveLine, Values>(endpointForm, {
    labels: { reason: t('Reason for the shortage') },
    places: placesOf,
  })
  const { box, lines, places } = document
  const message = errorsByLine(endpointForm.form.errors, 'items')
  const isMissing = lines.some((line) => countArrived(line) !== line.sent)
  const isTyped = isAsked || isMissing
  const boxes = useMemo(() => columns(isTyped), [isTyped])
  const ask = () => setAsked(true)
  useKeys(isTyped ? [] : [{ keys: 'M', label: t('Report shortage'), run: ask }])
  return (
    <DocumentForm
      document={document}
      title={t('Items sent')}
      save={isMissing ? t('Receive items') : t('Receive all')}
      extra={
        !isTyped && (
          <Button leftSection={<IconAlertTriangle size={16} aria-hidden />} onClick={ask}>
            {t('Report shortage')}
          </Button>
        )
      }
      lines={{
        label: t('Items sent'),
        columns: boxes,
        notes: (line) => {
          const why = message.has(places?.get(line.key) ?? -1) ? null : fault(line)
          return why === null ? [] : [{ tone: 'attention', text: why }]
        },
      }}
    >
      {isMissing && <TextInput required maxLength={300} autoComplete="off" {...box('reason')} />}
    </DocumentForm>
  )
}
