import { Select } from '@mantine/core'
import { useStores } from '#features/stock/web/store-field.tsx'
import { t } from '#web/i18n.ts'

/** The pharmacy whose shelf counts; nothing to choose where there is one. */
export const PharmacyChoice = ({ value, onChange }: { value: number | undefined; onChange: (id: number | null) => void }) => {
  const pharmacies = (useStores() ?? []).filter(({ kind }) => kind === 'pharmacy')
  if (pharmacies.length < 2) return null
  return (
    <Select
      aria-label={t('Pharmacy')}
      placeholder={t('Default pharmacy')}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      data={pharmacies.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
