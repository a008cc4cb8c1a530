import { ActionIcon, Button, Modal, TagsInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash, IconBarcode } from '@tabler/icons-react'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { focusNext } from '#web/keyboard/focus-next.ts'
import { replacePacks } from '#features/stock/contract-items.ts'
import { readWhole } from '../lines/line-numbers.ts'
import type { StockItemCard } from '../stock-types.ts'
import { useMutation } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { call, messageOf } from '#web/calls/api.ts'
import { date } from '#web/text/format.ts'
import { Note } from '#web/ui/status.tsx'
import { scanCode } from '#features/stock/contract-ledger.ts'
import { packName } from '../amounts.ts'
import styles from './item.module.css'

/** What a scanned code means here: tried before somebody relies on it. */
const TryCode = ({ item }: { item: number }) => {
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
    data.pack_name === null ? t('one {unit}', { unit: data.units_of_measure }) : packName({ name: data.pack_name, units: data.pack_units }),
    data.lot && t('Lot {lot}', { lot: data.lot }),
    data.expires_on && t('expires {day}', { day: date(data.expires_on) }),
    data.serial && t('serial {serial}', { serial: data.serial }),
  ]
  return (
    <div className="form-stack">
      <TextInput
        label={t('Test a code')}
        description={t('Saved codes only. 2D codes on medicines also give lot and expiry.')}
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

interface PackTexts {
  id: number | null
  name: string
  units: string
  barcodes: string[]
}
type Values = { barcodes: string[]; packs: PackTexts[] }

const valuesOf = ({ barcodes, packs }: Pick<StockItemCard, 'barcodes' | 'packs'>): Values => ({
  barcodes,
  packs: packs
    .filter(({ is_active }) => is_active)
    .map(({ id, name, units, barcodes: own }) => ({ id, name, units: String(units), barcodes: own })),
})
/** A scanner ends each code with Enter. */
const codesLabel = () => t('Scan here, or type and press Enter')

/** What an item comes in, and the codes that scanners read on it. */
export const PacksDialog = ({ item, onClose }: { item: StockItemCard; onClose: () => void }) => {
  const saved = useEndpointForm(replacePacks, {
    initialValues: valuesOf(item),
    params: { id: item.id },
    version: item.version,
    toBody: ({ barcodes, packs }) => ({
      barcodes,
      packs: packs.map(({ id, name, units, barcodes: own }) => ({
        ...(id !== null && { id }),
        name,
        units: readWhole(units) ?? Number.NaN,
        barcodes: own,
      })),
    }),
    boxesOf: valuesOf,
    onSaved: () => {
      toast.done(t('Packs of {item} saved.', { item: item.name }))
      onClose()
    },
  })
  const { form } = saved
  const { packs } = form.values
  const add = () => {
    form.insertListItem('packs', { id: null, name: '', units: '', barcodes: [] })
    // The new row is drawn after this.
    focusNext(() => document.querySelector<HTMLInputElement>(`[data-path="packs.${packs.length}.name"]`))
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={t('Packs and barcodes')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={saved} save={t('Save')} onCancel={onClose} labels={{ barcodes: t('Single-unit codes'), packs: t('Packs') }}>
        <TagsInput
          label={t('Single-unit codes')}
          description={t('One {unit}. {how}', { unit: item.units_of_measure, how: codesLabel() })}
          maxTags={20}
          {...form.getInputProps('barcodes')}
        />
        <div className="stack items-start gap-5">
          {packs.map((pack, at) => (
            <div
              key={pack.id ?? `new-${at}`}
              className="flex items-start full-width gap-4 phone-wrap"
              role="group"
              aria-label={pack.name || t('New pack')}
            >
              <TextInput
                className={styles.packName}
                label={t('Pack')}
                placeholder={t('Box, strip, carton')}
                required
                maxLength={60}
                {...form.getInputProps(`packs.${at}.name`)}
              />
              <TextInput
                className={styles.packUnits}
                label={t('Units per pack')}
                required
                inputMode="numeric"
                maxLength={7}
                classNames={{ input: 'num' }}
                {...form.getInputProps(`packs.${at}.units`)}
              />
              <TagsInput
                className={styles.packCodes}
                label={t('Codes')}
                placeholder={t('Scan')}
                maxTags={20}
                {...form.getInputProps(`packs.${at}.barcodes`)}
              />
              <ActionIcon
                className={styles.packAway}
                size="var(--k-control)"
                aria-label={t('Remove {name}', { name: pack.name || t('New pack') })}
                onClick={() => form.removeListItem('packs', at)}
              >
                <IconTrash size={16} stroke={1.5} aria-hidden />
              </ActionIcon>
            </div>
          ))}
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('Add pack')}
          </Button>
        </div>
        <TryCode item={item.id} />
      </EndpointForm>
    </Modal>
  )
}
