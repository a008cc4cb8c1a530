import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { categoryChoices } from '#features/catalogue/web/category-name.tsx'
import { t } from '#web/i18n.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import type { PlacedLine } from './service-group.tsx'
import type { SetUp } from './use-set-up.ts'

/** The lines that the clinic writes itself. */
export const OwnServices = ({ lines, form }: Pick<SetUp, 'form'> & { lines: readonly PlacedLine[] }) =>
  lines.length > 0 && (
    <ul className="own-services" aria-label={t('Lines of your own')}>
      {lines.map(({ line, place }, at) => (
        <li key={`${lines.length}-${place}`} className="own-service">
          <TextInput
            aria-label={t('Name of line {{n}}', { n: at + 1 })}
            placeholder={t('Name')}
            maxLength={120}
            {...form.getInputProps(`services.${place}.name`)}
          />
          <Select
            aria-label={t('Category of line {{n}}', { n: at + 1 })}
            allowDeselect={false}
            data={categoryChoices()}
            {...form.getInputProps(`services.${place}.category`)}
          />
          <AmountField
            aria-label={t('Price of line {{n}}', { n: at + 1 })}
            placeholder={t('no price yet')}
            {...form.getInputProps(`services.${place}.price`)}
          />
          <ActionIcon
            aria-label={line.name.trim() === '' ? t('Remove line {{n}}', { n: at + 1 }) : t('Remove {{name}}', { name: line.name })}
            onClick={() => form.removeListItem('services', place)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
