// Every word of the page itself, in Chinese and English. What the bot says is the bot's.

const TEXTS = {
  zh: {
    "ok": "好",
    "close": "关闭",
    "mini-app": "小程序",
    "tagline": "本机的 Telegram",
    "who-are-you": "你是谁",
    "you-are": "你是",
    "be": (name) => `换成 ${name}`,
    "in-new-tab": (name) => `在新标签页里当 ${name}`,
    "another-tab": "想一个人当几个人？在新标签页里打开另一个人。",
    "theme-auto": "跟随系统",
    "theme-light": "浅色",
    "theme-dark": "深色",
    "theme-label": (theme) => `主题：${theme}`,
    "language": "English",
    "members": (number) => `${number} 位成员`,
    "bot": "机器人",
    "typing": "正在输入…",
    "sending-photo": "正在发图片…",
    "connecting": "正在连接…",
    "message": "输入消息",
    "message-to": (title) => `给 ${title} 发消息`,
    "send": "发送",
    "commands": "命令",
    "start": "开始",
    "restart": "重新启用",
    "stop": "停用机器人",
    "reply": "回复",
    "reply-to": (name) => `回复 ${name}`,
    "cancel-reply": "不回复了",
    "edited": "已编辑",
    "only-you": "👁 只有你能看到",
    "photo": "图片",
    "message-of": (name, time) => `${name}，${time}`,
    "you": "你",
    "newest": (number) => (number ? `到最新消息，${number} 条未读` : "到最新消息"),
    "unread": (number) => `${number} 条未读`,
    "today": "今天",
    "empty-group": "这里还没有消息。开一桌，空位让电脑补上，一个人也能打完一局。",
    "empty-private": "点“开始”，机器人才能给你发牌。",
    "empty-started": "你的牌会发到这里。也可以自己和电脑练一桌。",
    "not-sent": "没发出去，连上以后再试一次",
    "copied": "已复制",
    "joined": (who, whom) => (who === whom ? `${who} 加入了群` : `${who} 邀请了 ${whom}`),
    "left": (who, whom) => (who === whom ? `${who} 离开了群` : `${who} 移除了 ${whom}`),
    "pinned": (who, what) => `${who} 置顶了 ${what}`,
    "pinned-message": "一条消息",
    "renamed": (who, title) => `${who} 把群名改成了“${title}”`,
    "something": "这里发生了一件事",
    "unsupported": "这种消息这里看不了",
  },
  en: {
    "ok": "OK",
    "close": "Close",
    "mini-app": "Mini App",
    "tagline": "Telegram on this machine",
    "who-are-you": "Who you are",
    "you-are": "You are",
    "be": (name) => `Be ${name}`,
    "in-new-tab": (name) => `Be ${name} in a new tab`,
    "another-tab": "Several people by yourself? Open another one in a new tab.",
    "theme-auto": "System",
    "theme-light": "Light",
    "theme-dark": "Dark",
    "theme-label": (theme) => `Theme: ${theme}`,
    "language": "中文",
    "members": (number) => `${number} members`,
    "bot": "bot",
    "typing": "typing…",
    "sending-photo": "sending a photo…",
    "connecting": "connecting…",
    "message": "Message",
    "message-to": (title) => `Message to ${title}`,
    "send": "Send",
    "commands": "Commands",
    "start": "Start",
    "restart": "Restart",
    "stop": "Stop bot",
    "reply": "Reply",
    "reply-to": (name) => `Reply to ${name}`,
    "cancel-reply": "Cancel reply",
    "edited": "edited",
    "only-you": "👁 Only you can see this",
    "photo": "Photo",
    "message-of": (name, time) => `${name}, ${time}`,
    "you": "You",
    "newest": (number) => (number ? `To the newest message, ${number} unread` : "To the newest message"),
    "unread": (number) => `${number} unread`,
    "today": "Today",
    "empty-group": "Nothing here yet. Open a table and let computer players take the empty seats: one person is enough.",
    "empty-private": "Press Start, so that the bot can deal you cards.",
    "empty-started": "Your cards will come here. You can also practise against the computer.",
    "not-sent": "Not sent: try again when connected",
    "copied": "Copied",
    "joined": (who, whom) => (who === whom ? `${who} joined the group` : `${who} added ${whom}`),
    "left": (who, whom) => (who === whom ? `${who} left the group` : `${who} removed ${whom}`),
    "pinned": (who, what) => `${who} pinned ${what}`,
    "pinned-message": "a message",
    "renamed": (who, title) => `${who} renamed the group “${title}”`,
    "something": "Something happened here",
    "unsupported": "This kind of message cannot be shown here",
  },
};

const LOCALES = { zh: "zh-CN", en: "en-GB" };

const chosen = localStorage.getItem("language");

/** The language that was chosen here, else the browser's: Chinese, or English for everybody else. */
export const language = chosen in LOCALES ? chosen : navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
export const locale = LOCALES[language];

/** The words for `name`, with what belongs into them. */
export function text(name, ...values) {
  const found = TEXTS[language][name];
  return typeof found === "function" ? found(...values) : found;
}

/** Change the language: the page begins anew in it. */
export function changeLanguage() {
  localStorage.setItem("language", language === "zh" ? "en" : "zh");
  location.reload();
}

/** Put the words into the parts of the page that are there from the start. */
export function translate(root) {
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", text(element.dataset.label));
}

export function clock(unixTime) {
  return new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(unixTime * 1000);
}

export function day(unixTime) {
  const date = new Date(unixTime * 1000);
  if (date.toDateString() === new Date().toDateString()) return text("today");
  return new Intl.DateTimeFormat(locale, { month: "long", day: "numeric" }).format(date);
}
