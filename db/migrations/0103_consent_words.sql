-- The words of consent that a new clinic has, in sentences that patients read with ease. A clinic that wrote its own keeps them. Where somebody has
-- agreed to the earlier words, the new ones are a new version of them.
alter table booking_settings alter column consent_text set default 'I agree. The clinic may keep these details to plan my visit. It may also send me messages about it.';
with used as (select exists (select from public_bookings)::integer as step)
update booking_settings s set consent_text = 'I agree. The clinic may keep these details to plan my visit. It may also send me messages about it.', consent_version = s.consent_version + used.step, version = s.version + used.step
from used where s.consent_text = 'I agree that the clinic keeps these details to arrange my appointment and sends me messages about it.';
