import { ActionIcon, Autocomplete, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { fractionOf, isDecimal, offeredUnits, toDecimal, unitText } from '#features/lab-catalogue/rules.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import type { PanelValues } from './panel-values.ts'
import styles from '../lab-catalogue.module.css'

const EXAMPLE = '10'

/** What ten of another unit are in the test's own; null while a box cannot be read. */
export const convertedExample = (factor: string, offset: string, decimals: number): string | null => {
  const [by, more] = [factor.trim().replace(',', '.'), offset.trim().replace(',', '.') || '0']
  if (!isDecimal(by) || !isDecimal(more)) return null
  const [a, b] = fractionOf(by)
  const [c, d] = fractionOf(more)
  return toDecimal([BigInt(EXAMPLE) * a * d + c * b, b * d], decimals)
}

/** Other units in which a result may be typed, each with how it becomes the test's own. */
export const UnitsEditor = ({ form }: { form: FormOf<PanelValues> }) => {
  const { units, unit, decimals } = form.values
  const set = (next: PanelValues['units']) => form.setFieldValue('units', next)
  const places = Math.max(2, Number(decimals) || 0)
  return (
    <div className="span-all stack gap-4">
      <div className="label">{t('Other units accepted on entry')}</div>
      {units.map((other, at) => {
        const example = convertedExample(other.factor, other.offset, places)
        return (
          <div key={at} className={`flex items-start gap-4 phone-wrap ${styles.row} ${styles.unit}`}>
            <Autocomplete
              aria-label={t('Unit {n}', { n: at + 1 })}
              placeholder="mg/dL"
              data={[...offeredUnits]}
              limit={20}
              maxLength={30}
              {...form.getInputProps(`units.${at}.unit`)}
            />
            <TextInput
              aria-label={t('Factor of unit {n}', { n: at + 1 })}
              leftSection="×"
              inputMode="decimal"
              placeholder={t('Factor')}
              {...form.getInputProps(`units.${at}.factor`)}
            />
            <TextInput
              aria-label={t('Offset of unit {n}', { n: at + 1 })}
              leftSection="+"
              inputMode="decimal"
              placeholder="0"
              {...form.getInputProps(`units.${at}.offset`)}
            />
            <span className={`small t2 num self-centre ${styles.example}`} role="status">
              {example !== null && other.unit !== '' && `${EXAMPLE} ${unitText(other.unit)} = ${example} ${unitText(unit)}`}
            </span>
            <ActionIcon aria-label={t('Remove {name}', { name: other.unit })} onClick={() => set(units.filter((_, one) => one !== at))}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        )
      })}
      <Button
        className="self-start"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={units.length >= 20}
        onClick={() => set([...units, { unit: '', factor: '', offset: '0' }])}
      >
        {t('Add unit')}
      </Button>
    </div>
  )
}
