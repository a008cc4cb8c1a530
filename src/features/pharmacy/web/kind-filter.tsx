import { Select } from '@mantine/core'
import { t } from '#web/i18n.ts'

export const kinds = ['prescription', 'sale'] as const
export type Kind = (typeof kinds)[number]

const kindWord = (kind: Kind) => ({ prescription: t('Prescriptions'), sale: t('Counter sales') })[kind]

/** On prescription, or sold at the counter. */
export const KindFilter = ({ value, onChange }: { value: Kind | undefined; onChange: (kind: Kind | null) => void }) => (
  <Select
    aria-label={t('Kind')}
    placeholder={t('Every kind')}
    clearable
    clearButtonProps={{ 'aria-label': t('Clear') }}
    data={kinds.map((kind) => ({ value: kind, label: kindWord(kind) }))}
    value={value ?? null}
    onChange={(kind) => onChange(kind)}
  />
)
