import { TextInput, type TextInputProps } from '@mantine/core'
import { useClinic } from '../calls/clinic.ts'

/** A box for an amount of the clinic's currency, as text; `amountText` reads what was typed. */
export const AmountField = (props: TextInputProps) => {
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
    />
  )
}
