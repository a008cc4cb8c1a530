-- Tests that are for women or for men only: for somebody of the other sex they are asked for with a reason, or not at all.
alter table lab_panels add for_sex lab_sex;
comment on column lab_panels.for_sex is 'Whom the test is for; null: everybody.';
alter table lab_test_request_panels add sex_override text check (length(sex_override) between 1 and 300);
comment on column lab_test_request_panels.sex_override is 'Why it was asked for although it is for the other sex; null where it is not.';

-- What says by its name that it looks for a pregnancy, at the prostate or at semen. Antibodies against sperm are looked for in both.
update lab_panels set for_sex = 'female' where concat_ws(' ', code, name) ~* any (array[
  '\m(upt|pregnancy test|test de grossesse|kipimo cha (mimba|ujauzito))\M', '\m(β|b|beta)?[-_ ]?hcg\M']);
update lab_panels set for_sex = 'male' where concat_ws(' ', code, name) ~* any (array[
  '\mpsa\M', 'prostat\w*[- ]specific', 'sp[eé]cifique de la prostate', '\m(semen|sperm|seminal fluid) (analysis|count)\M', '\mspermogram', '\mspermiogram']);
