import { TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { call, messageOf } from '#web/calls/api.ts'
import { date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { scanCode } from '#features/stock/contract-ledger.ts'
import { packName } from '../amounts.ts'

/** What a scanned code means here: tried before somebody relies on it. */
export const TryCode = ({ item }: { item: number }) => {
  const [code, setCode] = useState('')
  const { mutate, data, error, isPending } = useMutation({ mutationFn: (text: string) => call(scanCode, { query: { code: text } }) })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    // A scanner ends with Enter, which is not meant for the form.
    event.preventDefault()
    if (code.trim() !== '') mutate(code.trim())
    event.currentTarget.select()
  }
  const facts = data && [
    data.pack_name === null
      ? t('one {{unit}}', { unit: data.units_of_measure })
      : packName({ name: data.pack_name, units: data.pack_units }),
    data.lot && t('Lot {{lot}}', { lot: data.lot }),
    data.expires_on && t('expires {{day}}', { day: date(data.expires_on) }),
    data.serial && t('serial {{serial}}', { serial: data.serial }),
  ]
  return (
    <div className="form-stack">
      <TextInput
        label={t('Try a code')}
        description={t('Saved codes only. Two-dimensional codes of medicines tell lot and expiry too.')}
        leftSection={<IconBarcode size={16} aria-hidden />}
        autoComplete="off"
        maxLength={200}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        aria-busy={isPending}
      />
      {error && !isPending && <Note tone="attention">{messageOf(error)}</Note>}
      {data && facts && !error && (
        <Note tone={data.item === item ? 'done' : 'attention'}>
          <span className="strong">{data.item_name}</span> · {facts.filter(Boolean).join(' · ')}
        </Note>
      )}
    </div>
  )
}
