import { ActionIcon, Button, Modal, TagsInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { focusNext } from '#web/keyboard/focus-next.ts'
import { replacePacks } from '#features/stock/contract-items.ts'
import { wholeOf } from '../lines/line-numbers.ts'
import { TryCode } from './try-code.tsx'
import type { StockItemCard } from '../stock-types.ts'

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
const codesLabel = () => t('Scan into the box, or type and press Enter')

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
        units: wholeOf(units) ?? Number.NaN,
        barcodes: own,
      })),
    }),
    boxesOf: valuesOf,
    onSaved: () => {
      toast.done(t('Packs of {{item}} are saved.', { item: item.name }))
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
      <EndpointForm of={saved} save={t('Save')} onCancel={onClose} labels={{ barcodes: t('Codes of a single unit'), packs: t('Packs') }}>
        <TagsInput
          label={t('Codes of a single unit')}
          description={t('One {{unit}}. {{how}}', { unit: item.units_of_measure, how: codesLabel() })}
          maxTags={20}
          {...form.getInputProps('barcodes')}
        />
        <div className="packs">
          {packs.map((pack, at) => (
            <div key={pack.id ?? `new-${at}`} className="pack" role="group" aria-label={pack.name || t('New pack')}>
              <TextInput
                className="pack-name"
                label={t('Pack')}
                placeholder={t('Box, strip, carton')}
                required
                maxLength={60}
                {...form.getInputProps(`packs.${at}.name`)}
              />
              <TextInput
                className="pack-units"
                label={t('Units in it')}
                required
                inputMode="numeric"
                maxLength={7}
                classNames={{ input: 'num' }}
                {...form.getInputProps(`packs.${at}.units`)}
              />
              <TagsInput
                className="pack-codes"
                label={t('Codes')}
                placeholder={t('Scan')}
                maxTags={20}
                {...form.getInputProps(`packs.${at}.barcodes`)}
              />
              <ActionIcon
                className="pack-away"
                size="var(--k-control)"
                aria-label={t('Remove {{name}}', { name: pack.name || t('New pack') })}
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
