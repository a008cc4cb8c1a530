import { expect, test } from 'vitest'
import { isLoinc, loincCheckDigit } from './loinc.ts'

/** The codes of domain facts 4.10; inhaled oxygen is 3150-0 and ova and parasites 10704-5. */
const codes = `
10331-7 10704-5 11545-1 11778-8 13457-7 13945-1 13955-0 14629-0 14631-6 14646-4 14647-2 14682-9 14749-6 14771-0 14879-1 14927-8
14933-6 14979-9 1558-6 1742-6 1751-7 17780-8 17849-1 17861-6 1798-8 18262-6 19123-9 1920-8 1963-8 1968-7 1975-2 1988-5 2000-8
20405-7 20454-5 20505-4 20507-0 2075-0 2085-9 2093-3 21000-5 2106-3 2118-8 2132-9 2157-6 2160-0 22664-7 2276-4 2284-8 2324-2
2335-8 2345-7 24321-2 24325-3 24326-1 24331-1 24356-8 24357-6 24362-6 2514-8 25145-4 2532-0 25428-4 2571-8 2601-3 2708-6 2777-1
2823-3 2857-1 2885-2 29463-7 2951-2 3016-3 3024-7 3040-3 3051-0 3084-1 3094-0 3150-0 3151-8 3173-2 32206-5 3255-7 32623-1 39156-5
39469-2 41451-6 4537-7 4544-3 4548-4 48065-7 51587-4 5196-1 5292-8 56888-1 57021-8 5767-9 5770-3 5778-6 5792-7 5794-3 5797-6
5799-2 5802-4 5803-2 5804-0 5811-5 5821-4 58410-2 5902-2 5905-5 59261-8 59408-5 600-7 630-4 6301-6 664-3 6690-2 67151-1 6768-6
704-7 70569-9 706-2 711-2 713-8 718-7 72514-3 731-0 736-9 742-7 751-8 770-8 777-3 785-6 786-4 787-2 788-0 789-8 7918-6 8302-2
8306-3 8310-5 8462-4 8480-6 85353-1 85354-9 8665-2 882-1 883-9 8867-4 89579-7 9269-2 9279-1 9843-4 98979-8
`
  .trim()
  .split(/\s+/)

test("LOINC's own example, and every code that we know", () => {
  expect(loincCheckDigit('12345')).toBe(5)
  expect(codes.length).toBeGreaterThan(120)
  expect(codes.filter((code) => !isLoinc(code))).toEqual([])
})

test('one digit mistyped is found in every code', () => {
  const mistyped = codes.flatMap((code) => {
    const [number = '', check] = code.split('-')
    return Array.from(number).flatMap((right, place) =>
      Array.from('0123456789')
        .filter((digit) => digit !== right)
        .map((digit) => `${number.slice(0, place)}${digit}${number.slice(place + 1)}-${check}`),
    )
  })
  expect(mistyped.length).toBeGreaterThan(9 * codes.length)
  expect(mistyped.filter(isLoinc)).toEqual([])
})

test.each(['718', '718-', '-7', '718-77', 'LP718-7', '0718-7', ' 718-7', '718–7', '12345678-5', '', '178-7', '٧١٨-7'])(
  '%s is no code',
  (code) => expect(isLoinc(code)).toBe(false),
)
