import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import type { ImportKindShape } from '../contract.ts'
import { columnWord } from './words.tsx'

export interface Constant {
  column: string
  value: string
}

/** Values for all rows, where the file has no column or an empty cell. */
export const ConstantsField = ({
  columns,
  value,
  onChange,
}: {
  columns: ImportKindShape['columns']
  value: readonly Constant[]
  onChange: (value: Constant[]) => void
}) => {
  const used = new Set(value.map(({ column }) => column))
  const free = columns.filter(({ name }) => !used.has(name))
  const change = (at: number, part: Partial<Constant>) => onChange(value.map((one, place) => (place === at ? { ...one, ...part } : one)))
  return (
    <fieldset className="import-constants">
      <legend>{t('Same value for all rows')}</legend>
      <div className="t3 small">{t('Fills a missing column or empty cells. Examples: sex “unknown”, category “drug”.')}</div>
      {value.map(({ column, value: text }, at) => (
        <div className="import-constant" key={column}>
          <Select
            aria-label={t('Column')}
            allowDeselect={false}
            searchable
            data={columns
              .filter(({ name }) => name === column || !used.has(name))
              .map(({ name }) => ({ value: name, label: columnWord(name) }))}
            value={column}
            onChange={(name) => name && change(at, { column: name })}
          />
          <TextInput
            aria-label={t('Value of {{name}}', { name: columnWord(column) })}
            value={text}
            onChange={(event) => change(at, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('Remove {{name}}', { name: columnWord(column) })}
            onClick={() => onChange(value.filter((_, place) => place !== at))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {free[0] && (
        <div>
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() =>
              onChange([...value, { column: (free.find(({ is_required: isRequired }) => isRequired) ?? free[0]!).name, value: '' }])
            }
          >
            {t('Add a value')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
