import { expect, test } from 'vitest'
import { isWeakPassword } from './weak-passwords.ts'

const about = ['Wanjiru', "Ng'ang'a", 'wanjiru.nganga@clinic.example']

test.each(
  `password123 Password1234 P@ssw0rd123 passwordpassword 1234567890 0987654321 qwertyuiop qwerty123456 1q2w3e4r5t 1qaz2wsx3edc zaq12wsxcde3 asdfghjkl1 zxcvbnm123 aaaaaaaaaaaa abababababab abcabcabcabc iloveyou2024 welcome@123 basketball christopher1 sunshine99 Kliniki2026! hospital12345 wanjiru1990 Wanjiru.Nganga a1b2c3d4e5 letmein2020 manchester1 elizabeth12 admin@clinic1 11111111111 qwertyqwerty abcdefghij jesuschrist1 administrator 147258369a`.split(
    ' ',
  ),
)('%s is refused', (password) => {
  expect(isWeakPassword(password, about)).toBe(true)
})

test.each([
  'correct horse battery staple',
  'tuktuk-mvua-jioni',
  'Xk9#mPq2vL',
  'plateau violon seize',
  'kahawa chungu asubuhi',
  '我喜欢在雨天喝一杯热茶',
])('%s is accepted', (password) => {
  expect(isWeakPassword(password, about)).toBe(false)
})
