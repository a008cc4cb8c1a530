/** Towns that stand after the name of a facility: East Africa's, and capitals elsewhere in Africa and India. */
export const TOWNS = new Set(
  `nairobi mombasa kisumu nakuru eldoret thika malindi kitale garissa kakamega kisii nyeri meru embu machakos kericho naivasha nanyuki isiolo
   bungoma busia siaya migori kilifi voi lamu marsabit lodwar kapenguria kabarnet narok kajiado bomet nyamira homa-bay chuka kerugoya muranga
   kiambu ruiru limuru athi kitui wajir mandera moyale maralal webuye mumias vihiga rongai kikuyu
   kampala entebbe jinja mbarara gulu mbale masaka arua lira soroti tororo hoima kabale
   dodoma arusha mwanza moshi tanga morogoro mbeya zanzibar iringa kigoma tabora bukoba musoma songea
   kigali butare musanze bujumbura gitega juba malakal wau addis mekelle hawassa gondar
   mogadishu hargeisa lusaka ndola kitwe lilongwe blantyre mzuzu harare bulawayo maputo beira windhoek gaborone
   johannesburg pretoria durban lagos abuja ibadan kano accra kumasi freetown monrovia dakar bamako kinshasa goma bukavu lubumbashi
   yaounde douala khartoum cairo delhi mumbai chennai hyderabad vellore bangalore pune`
    .trim()
    .split(/\s+/),
)
