import { TextInput, type TextInputProps } from '@mantine/core'
import { typedDecimal } from '#shared/number-text.ts'
import { useClinic } from '../calls/clinic.ts'
import { language } from '../i18n.ts'

/** A box for an amount of the clinic's currency, as text with the decimal mark of the language; `amountText` reads what was typed. */
export const AmountField = ({ value, ...props }: TextInputProps) => {
  const currency = useClinic()?.currency ?? ''
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      leftSection={<span className="small t3">{currency}</span>}
      leftSectionWidth={44}
      leftSectionPointerEvents="none"
      classNames={{ input: 'num' }}
      {...props}
      {...(value !== undefined && { value: typeof value === 'string' ? typedDecimal(value, language()) : value })}
    />
  )
}
