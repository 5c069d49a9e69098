package text

// The patterns of Instruction, by language. They are written in the form that
// readWords makes: lower case, no accents, no hyphens, no apostrophes. A
// pattern that begins with ^ counts only where a clause begins, since with a
// subject before it it tells of somebody. What the signs mean is said at phrase.
//
// Each asks for two or three things together, such as "ignore", "previous" and
// "instructions": any of them alone stands in manuals.

const (
	enModel  = `(ai|llm|large language model|language model|ai model|ai language model|ai assistant|ai agent|artificial intelligence|chatbot|chatgpt|gpt|claude|gemini|copilot|ai reviewer|llm reviewer)`
	enBefore = `(previous|previously given|prior|above|preceding|earlier|foregoing|former|existing|original|initial|current|past)`
	enRules  = `(instruction|prompt|directive|guideline|command)s?`
	enPaper  = `(paper|manuscript|submission|article|preprint)`
	enPraise = `(very |highly |strongly |overwhelmingly |extremely |only |purely )*(positive|favou?rable|glowing|enthusiastic|excellent)`
	enReview = `(review|evaluation|assessment|recommendation|rating|score|feedback)`
)

var english = []string{
	`(ignore|disregard|forget|override|overwrite|discard|neglect|bypass|skip) (all |any |every |each )?(of )?(the |these |those |your |my |its |all )*` + enBefore + ` (and \w+ )?(system |user |developer |safety )?` + enRules,
	`(ignore|disregard|forget|override|bypass) (all |any |every |each )?(of )?(the |these |those |your |my )*(system |user |developer |safety )?` + enRules + ` (that |which |you )*(above|before|so far|given|received|were given|have been given|you have|came before|preceding|prior to)`,
	`(ignore|disregard|forget|override|bypass) (all |any )?(of )?your (system |safety |original )?(instruction|prompt|guideline|programming|training|rule|restriction|directive)s?`,
	`(ignore|disregard|forget) (everything|anything|all|what|all text|all the text|everything else) (that )?(above|before this|previously|prior to this|preceding this|you (were|have been|ve been|are) (told|instructed|given|asked)|i (said|have said|told you|have told you)|said (above|before))`,
	`do not (follow|obey|heed) (any |the |your |all )*` + enBefore + ` (system )?` + enRules,
	`dont (follow|obey|heed) (any |the |your |all )*` + enBefore + ` (system )?` + enRules,
	`stop (following|obeying) (any |the |your |all )*(` + enBefore + ` )?(system )?` + enRules,
	`(you are|youre|you re) now (a |an |the |in |no longer |my |acting as |operating as |going to be )*… ` + enModel + `#`,
	`(you are|youre|you re) (now )?(dan|jailbroken|in jailbreak mode|an unrestricted ai)#`,
	`you are (a |an |the )?(helpful |harmless |honest |friendly |expert |large |smart |useful )*(ai|language model|ai model|chatbot|ai assistant|virtual assistant|assistant) (that|who|which|designed|trained|tasked|and you|whose|your task|your job|your role)`,
	`you are (a |an )(helpful|harmless|honest) (ai )?assistant`,
	`from now on (you )?(will |must |should |shall |only |always )*(respond|answer|reply|act as|pretend|ignore|behave as|obey|speak only)#`,
	`(pretend|imagine) (that )?(you are|youre|to be) (a |an )?(different |unrestricted |evil |human )*` + enModel + `#`,
	`as (a |an |the )?(helpful |responsible )?` + enModel + `( reviewer)? you (must|should|shall|are required to|have to|need to|are to|will now|are instructed to)#`,
	`as (a |an |the |my |your )(helpful |ai )?assistant you must#`,
	`if you are (a |an |the )?(ai|llm|large language model|language model|artificial intelligence|chatbot|chatgpt|gpt)( model| assistant| agent| reviewer| system| language model)?( reading| processing| summari[sz]ing| reviewing| asked| please| you | then| ignore| do not)`,
	`(note|message|instructions?|attention|notice|warning|important) (to|for) (all |any |the |every )*((ai|llm|language model|large language model|chatgpt|chatbot|gpt) (reviewer|assistant|agent|reader|system|model|crawler|summari[sz]er|bot)s?|(llm|chatbot|language model)s)(\.| do not| ignore| please| you )`,
	`^(attention |dear )?(ai|llm|large language model|language model) (reviewer|assistant|agent|summari[sz]er)s? (must|should|please|ignore|do not|you )`,
	`(reveal|repeat|print|output|leak|disclose|show|display|tell me|give me|reproduce|ignore|override|bypass|forget|overwrite) (me |us )?(your|this|all your|the contents? of your|the text of your) (own |original |hidden |initial |full |entire |complete |previous |current |secret |exact )*(system |developer )?(prompt|system message|instruction)s?`,
	`(reveal|repeat|print|output|leak|disclose|ignore|override|bypass|forget|overwrite) (me |us )?(the )(original |hidden |initial |full |entire |complete |previous |current |secret |exact )*system prompt`,
	`(your|the|a) (new|updated|real|actual|true) (system prompt|system instructions?|instructions) (is|are|from now|now|says?|follows?|will be)#`,
	`^(new|updated|additional|hidden|secret) (system )?(prompt|instruction)s? (for|to) (the |you|all )*(ai|llm|model|assistant|language model|chatbot)`,
	`begin (new |hidden |secret )?system (prompt|message|instruction)s?`,
	`end (of )?(the )?system (prompt|message|instructions?)#`,
	`(do not|dont|never|must not) (ever )?(tell|inform|reveal|disclose|admit|mention|let|say|show)( this| it| that| these| anything| any of this| these instructions| about this| this text| this message| this instruction)*( to)? (the|your) (user|human|human reader|person who asks|person asking)#`,
	`(without|and avoid) (telling|informing|alerting|notifying|warning) the (user|human)#`,
	`(do not|dont|never) (tell|inform|mention to|alert|warn) the (reader|reviewer|author|editor)s? (about|of|that) (this|these|you)`,
	`(do not|dont|never) (reveal|disclose|mention|repeat|acknowledge|discuss) (these|this|those|your|any of these|the existence of these|the existence of this) (system |hidden |secret )?(instruction|prompt|directive)s?`,
	`^(respond|reply|answer|output) (only |solely |exclusively |just )(with|in|using)#`,
	`(you must|you should|you will|you shall|and|then|instead|please|assistant must|model must) (respond|reply|answer|output) (only|solely|exclusively) with#`,
	`^(respond|reply|answer|output) with (only|exactly|nothing but|just)#`,
	`^(instead )?(say|print|write|output|respond with|reply with|answer with) (only )?(the )?(exact |following )(word|phrase|sentence|text|string|message)s? (and nothing else|only|verbatim)`,
	`^(do not|dont|never) (cite|quote|mention|use|reference|refer to) (any |the |all )*(other|another|remaining) (sources?|documents?|passages?|citations?|contexts?)#`,
	`^(do not|dont|never) (cite|reference|attribute) (this|the above|these) (source|passage|block|text|context|chunk|snippet)s?#`,
	`^(only cite|cite only|always cite) (this|the present) (source|document|paper|passage|page|article)`,
	`^(give|write|provide|generate|produce|leave|assign|award|grant) (this |the |our |said )` + enPaper + ` (only )?(a |an |the )?` + enPraise + ` ` + enReview,
	`(give|write|provide|generate|produce|leave) (only )?(a |an )?` + enPraise + ` ` + enReview + `s? (only|and nothing else|of this ` + enPaper + `|of the ` + enPaper + `|for this ` + enPaper + `|to this ` + enPaper + `)#`,
	`you (must|should|shall|will|are required to|have to|need to) (strongly )?recommend (accepting|acceptance of|the acceptance of|accept for|strong accept for|publication of) (this|the|our) ` + enPaper,
	`^(strongly )?recommend (accepting|acceptance of|the acceptance of|publication of) (this|the|our) ` + enPaper,
	`^(do not|dont|never) (highlight|mention|list|report|point out|raise|include|criticize|criticise|emphasize|emphasise) (any |the |its |this papers )*(negative|weakness|flaw|shortcoming|criticism|drawback|limitation)(s|es)?#`,
	`(you must|you should|please) (praise|rate|score|rank|endorse|favou?r) (this|the|our) (` + enPaper + `|source|document|proposal|applicant|candidate|product) … (high|highest|top|best|positively|favou?rably|first|10|excellent)`,
}

const (
	deBefore = `(vorherig|vorig|bisherig|obig|vorangegangen|vorangehend|fru?e?her|vorhergehend|vorstehend|oben stehend|obenstehend|urspru?e?nglich|bestehend)(e|en|er|em)`
	deRules  = `(system)?(anweisung|instruktion|vorgabe|befehl|prompt|aufforderung|richtlinie)(en|e|s|n)?`
	deModel  = `(ki|sprachmodell|ki modell|ki assistent|assistent|chatbot|ki system|chatgpt)`
)

var german = []string{
	`(ignoriere|ignorier|ignorieren|vergiss|vergessen|missachte|missachten|verwirf|ubergehe|ueberschreibe|uberschreibe) (sie )?(bitte )?(sie )?(alle |samtliche |jede |jegliche )?(die |deine |ihre |meine |diese )*` + deBefore + ` ` + deRules,
	`(ignoriere|ignorier|vergiss|missachte) (bitte )?(alle |samtliche |alles )?(deine |die )(system)?` + deRules + `( von oben| bisher| davor|#)`,
	`(beachte|befolge|beachten sie|befolgen sie) (bitte )?(alle |die |deine |keine |keine der )*` + deBefore + ` ` + deRules,
	`(ignoriere|vergiss) (bitte )?alles (was )?(bisher|bisherige|vorherige|obige|oben|davor|du bisher|ich (bisher )?gesagt|dir gesagt|man dir)`,
	`du bist (jetzt|nun|ab jetzt|ab sofort|von nun an) (ein |eine |der |kein |mein )*… ` + deModel + `#`,
	`als (ein |eine |das )?` + deModel + ` (musst|sollst|solltest|darfst) du`,
	`als ki (mussen|sollten|durfen) sie`,
	`(sag|sage|sagen sie|verrate|verraten sie|erzahle|erzahl|teile|melde) (es |das |dies |davon )?(dem |der |den )(benutzer|nutzer|anwender|benutzerin|nutzerin)(n|s)? (davon )?(nichts|nicht|auf keinen fall|niemals)`,
	`^(antworte|antworten sie) (nur|ausschliesslich|lediglich) (noch )?mit`,
	`(gib|zeige|verrate|nenne|wiederhole) (mir )?(deinen|den|deine) (vollstandigen |geheimen |kompletten )?(systemprompt|system prompt|systemanweisung|systemanweisungen)`,
	`^(zitiere|zitieren sie|nenne|verwende) (bitte )?(keine anderen|keine weiteren|nur diese|ausschliesslich diese) (quelle|quellen|dokumente)`,
	`^(bewerte|beurteile|bewerten sie|begutachte|begutachten sie) (dieses |diesen |diese |das |den |die )?(paper|papier|manuskript|artikel|arbeit|beitrag|einreichung|aufsatz) (nur |ausschliesslich |sehr |unbedingt )*(positiv|gunstig|wohlwollend)`,
	`^(gib|geben sie|schreibe|schreiben sie|verfasse) (diesem |dieser |dem |der |zu diesem |fur dieses |fur diesen )*(paper |manuskript |artikel |arbeit |beitrag |einreichung )*(nur |unbedingt )*(ein |eine |einen )(sehr |nur |ausschliesslich )?(positive|positives|gunstige|gunstiges|wohlwollende|wohlwollendes) (bewertung|gutachten|beurteilung|begutachtung|rezension)`,
	`^(empfiehl|empfehlen sie) (bitte |unbedingt )*(die )?(annahme|veroffentlichung) (dieses|dieser|des|der) (paper|papier|manuskript|artikel|arbeit|beitrag|einreichung|aufsatz)`,
	`ab (jetzt|sofort) (antwortest|ignorierst|befolgst|sprichst) du`,
}

const (
	frBefore = `(precedente?s?|anterieure?s?|cidessus|ci dessus|cidessous|ci avant|initiales|recues|donnees)`
	frRules  = `(instruction|consigne|directive|commande|invite|prompt)s?`
	frModel  = `(ia|intelligence artificielle|assistant|modele de langage|modele de langue|chatbot|agent conversationnel)`
)

var french = []string{
	`(ignore|ignorez|ignorer|oublie|oubliez|oublier|neglige|negligez|contourne|contournez) (donc |bien )?(toutes |tous |toute )?(les |tes |vos |mes |ces )(toutes )?` + frRules + ` (systeme )?` + frBefore,
	`(ignore|ignorez|oublie|oubliez) (toutes |tous )?(tes|vos) ` + frRules,
	`ne (tiens|tenez|tenir) (pas|plus|aucun) compte des ` + frRules + ` ` + frBefore,
	`(ne )?(suis|suivez) (pas|plus) les ` + frRules + ` ` + frBefore,
	`(oublie|oubliez|ignore|ignorez) tout ce (qui precede|qui a ete dit|que je tai dit|quon ta dit|quon vous a dit|que lon vous a dit)`,
	`(tu es|vous etes) (maintenant|desormais|a present) (un |une |le |la |mon )*… ` + frModel + `#`,
	`en tant qu(e |un |une )*` + frModel + ` (tu dois|vous devez|tu devrais|vous devriez)`,
	`ne (le |la |les )?(dis|dites|revele|revelez|mentionne|mentionnez|signale|signalez|montre|montrez) (pas|rien|jamais) (cela |ceci |ca |ces instructions )?(de cela |de ceci )?a (l ?utilisateur|lutilisatrice)`,
	`^(reponds|repondez) (uniquement|seulement|exclusivement) (par|avec)`,
	`(affiche|affichez|revele|revelez|montre|montrez|repete|repetez) (moi )?(ton|votre|tes|vos) (prompt systeme|invite systeme|instructions systeme|prompt|instructions initiales)`,
	`^ne (cite|citez) (pas dautres|aucune autre|que cette|pas cette) (source|document)s?`,
	`^(donne|donnez|redige|redigez|ecris|ecrivez|fournis|fournissez|attribue|attribuez) (a )?(cet article |ce papier |ce manuscrit |cette soumission )?(uniquement )?(une |un )(evaluation|critique|avis|rapport|note|recension) (tres |uniquement |entierement )?(positive|positif|favorable|elogieuse|elogieux)`,
	`^(recommande|recommandez) (lacceptation|la publication) (de cet article|de ce manuscrit|de ce papier|de cette soumission)`,
	`a partir de maintenant (tu |vous )(reponds|repondez|dois|devez|ignores|ignorez|agis|agissez)`,
}

const (
	esBefore = `(anteriores|previas|previos|precedentes|de arriba|iniciales|recibidas|originales)`
	esRules  = `(instrucciones|indicaciones|directrices|comandos|ordenes|consignas|prompts?)`
	esModel  = `(ia|inteligencia artificial|asistente|modelo de lenguaje|chatbot|asistente virtual)`
)

var spanish = []string{
	`(ignora|ignore|ignorad|ignoren|ignorar|olvida|olvide|olvidad|olviden|descarta|descarte|omite|omita|desatiende) (por favor )?(todas |todos )?(las |los |tus |sus |mis |estas )` + esRules + ` ` + esBefore,
	`(ignora|olvida|ignore|olvide) (todas |todos )?(tus|sus) ` + esRules,
	`(haz|haga|hagan|haced) caso omiso (de )?(a )?(todas |todos )?(las |los |tus |sus )` + esRules,
	`no (sigas|siga|hagas caso a|haga caso a|obedezcas) (las |los |tus )` + esRules + ` ` + esBefore,
	`(ignora|olvida|olvide|ignore) todo lo (anterior|que te han dicho|que te dijeron|dicho antes|que precede)`,
	`(ahora eres|eres ahora|a partir de ahora eres|desde ahora eres|ahora usted es) (un |una |el |la |mi )*… ` + esModel + `#`,
	`como (una |un |la |el )?` + esModel + ` (debes|debe|tienes que|deberas)#`,
	`no (se )?(lo |le |les )*(digas|diga|informes|informe|reveles|revele|menciones|mencione|muestres|cuentes) (esto |nada |nunca |estas instrucciones |de esto )*al usuario`,
	`^(responde|responda|contesta|conteste) (solo|solamente|unicamente|exclusivamente) con`,
	`(muestra|revela|repite|imprime|dime) (me )?(tu|tus|el) (prompt del sistema|prompt de sistema|mensaje del sistema|instrucciones del sistema|instrucciones iniciales)`,
	`^no (cites|cite) (otras fuentes|otros documentos|ninguna otra fuente|esta fuente)`,
	`^(da|dale|de|otorga|otorgue|escribe|escriba|haz|proporciona|asigna) (a )?(este articulo |este trabajo |este manuscrito |al articulo )?(solo |unicamente )?(una |un )(resena|evaluacion|revision|valoracion|critica|calificacion|dictamen) (muy |solo |unicamente )?(positiva|positivo|favorable)`,
	`^(recomienda|recomiende) (la aceptacion|la publicacion|aceptar|publicar) (de )?(este|esta|el|la) (articulo|manuscrito|trabajo|contribucion)`,
	`a partir de ahora (responde|responderas|debes|ignora|actua|contesta)`,
}

const (
	zhBefore = `(?:之前|以前|以上|上述|上面|前面|先前|此前|先前的|原有|原来|前述)`
	zhRules  = `(?:指令|指示|提示词|提示詞|提示|命令|要求|规则|規則|说明|說明|指引)`
	zhModel  = `(?:ai|人工智能|人工智慧|语言模型|語言模型|大模型|助手|助理|机器人|機器人|聊天机器人|智能体)`
	gap      = `[ ,]?`
)

var chinese = []string{
	`(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要理會|不要遵守|不要遵循|不理会|抛弃|跳过)` + gap + `(?:你)?(?:所有|全部|一切|任何)?(?:的)?` + zhBefore + `(?:的|所给的|给出的|给你的)?(?:所有|全部|一切|任何)?(?:的)?(?:系统|系統)?` + zhRules,
	`(?:忽略|无视|無視|忘记|忘記|忘掉)` + gap + `(?:你的|您的)(?:所有|全部|一切)?(?:系统|系統)?(?:的)?` + zhRules,
	`(?:忘记|忘記|忘掉|忽略)` + gap + `(?:你)?` + zhBefore + `(?:的)?(?:所有|全部|一切)(?:的)?(?:内容|內容|对话|對話)`,
	`(?:你|您)(?:现在|現在|从现在起|从现在开始|從現在起|此刻)(?:开始)?(?:是|扮演)(?:一个|一個|一名|一位)?[^.,]{0,30}?` + zhModel,
	`(?:从|從)(?:现在|現在)(?:起|开始|開始)` + gap + `(?:你|您)(?:是|要|必须|必須|将|只能|应该|應該)`,
	`作为(?:一个|一名)?` + zhModel + gap + `(?:你|您)(?:必须|应该|应当|需要|要)`,
	`作為(?:一個|一名)?` + zhModel + gap + `(?:你|您)(?:必須|應該|應當|需要|要)`,
	`(?:不要|请勿|請勿|切勿|别|別|不得)(?:把这|把此事|将此)?(?:告诉|告訴|告知|透露给|透露給|提醒)(?:用户|用戶|使用者)`,
	`(?:输出|輸出|显示|顯示|泄露|洩露|打印|重复|重複|告诉我|告訴我|透露)(?:你的|您的|全部|完整的|完整)+(?:系统|系統)(?:提示词|提示詞|提示|指令|消息)`,
	`(?:请|請|你)?(?:只|仅|僅|只能|只需)(?:回答|回复|回覆|输出|輸出|回應|回应)` + gap + `(?:以下|如下|下列|一个词|一個詞|这句话|這句話|这段|一句)`,
	`(?:给|給|给予|給予|为|為|对|對)(?:这篇|這篇|本篇|本|该|該|此)(?:论文|論文|文章|稿件|文|投稿)(?:一个|一個|一份|以|予以|写一份|撰写)*(?:非常|高度|完全)?(?:正面|积极|積極|肯定|高度|好)(?:的)?(?:评价|評價|评审|評審|审稿意见|審稿意見|评分|評分|推荐|评语)`,
	`(?:只|仅|僅)(?:给出|給出|写|寫|提供)(?:正面|积极|積極|肯定)(?:的)?(?:评价|評價|评审|評審|审稿意见|意见)`,
	`(?:不要|请勿|請勿)(?:引用|提及|使用)(?:任何)?(?:其他|其它|其余|別的|别的)(?:的)?(?:来源|來源|文献|文獻|资料|資料|文档|文檔)`,
	`(?:请|請|务必|務必|必须|必須)+(?:推荐|推薦|建议|建議)(?:接收|接受|录用|錄用)(?:这篇|這篇|本|该|該|此)(?:论文|論文|文章|稿件|文)`,
}
